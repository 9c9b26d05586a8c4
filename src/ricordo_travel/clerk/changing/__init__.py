"""Change, move, replace and cancel what is booked or waits for a yes.

`bookings` tells what is booked and proposes changes of it; nothing changes before a yes.
"""
