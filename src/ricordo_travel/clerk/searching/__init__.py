"""Search for flights, rooms and cars, and suggest places to go to.

`find` searches for what the trip of the conversation needs, `suggest` has ideas; the other modules say where a trip
starts, which days are cheapest, and what stands beside the offers.
"""
