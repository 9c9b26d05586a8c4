"""Facts of places, hotels, flights and cars beside what is sold: climate, rules, luggage, money back.

Each fact is a row with the words that ask for it.
"""
