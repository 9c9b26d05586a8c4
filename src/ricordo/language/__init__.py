"""How texts become keywords and documents. Pure functions, shared by every store so that all of them rank alike."""
