"""The clerk: it carries out what a message asks for, written as commands by a small reader."""
