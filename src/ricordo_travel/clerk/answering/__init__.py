"""Answer questions about offers, bookings, places and prices.

`answers` and `totals` are what the reply calls. What is not known is said so (`unknown_facts`), with whom to ask.
"""
