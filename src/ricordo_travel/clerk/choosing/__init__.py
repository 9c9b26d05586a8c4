"""Choose among the things that were shown, and agree to or refuse those that wait for a yes.

`picks` carries out a choice, `consent` reads a yes or a no. Where the words leave it open, they ask: nothing is
booked by a guess.
"""
