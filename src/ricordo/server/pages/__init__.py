"""The console: pages for the person that a memory is about, and for operators.

Made on the server from templates, with forms and links alone; the one small script only adds comfort. What a page shows
and does goes through the same ``Ricordo`` as the rest of the service.
"""
