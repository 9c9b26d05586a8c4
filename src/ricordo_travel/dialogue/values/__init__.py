"""Read words and phrases by themselves: days, hours, money, people, rooms, wishes and places.

Each module reads one kind of value as people write it, typing errors and all (`text`).
"""
