"""The console: pages for the person that a memory is about, and for operators.

The server makes them from templates, with forms and links only; the one small script adds comfort. Pages read and write
through the public verbs of ``Ricordo``, like any other caller.
"""
