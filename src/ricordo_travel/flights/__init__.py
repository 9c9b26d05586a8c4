"""Flights: a made-up timetable between all airports, and seats on it."""
