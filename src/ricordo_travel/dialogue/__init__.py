"""A dialogue without a language model: what words mean, the trip that it is about, a yes, and what is said.

The clerk is built on it. `state` is read from the messages that a chat client is given, `plan` says which tools are
called for a reply.
"""
