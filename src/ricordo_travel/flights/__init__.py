"""Flights: a fictional timetable between all airports, and its seats."""
