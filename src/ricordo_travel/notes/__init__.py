"""The notes about a person: what a message adds to them, puts right, has forgotten or asks for.

A small model reads each message beside the notes and writes edits of them (`reader`). The extractor makes memories of
what is told and put right; the clerk says what changed, erases what shall be forgotten, and tells what is asked for.
"""
