"""The compiled part of the bidder: measuring hands, testing rows on them, and what the rules allow.

It stands in a folder of its own because compiled code is cached by the state of a folder's sources: a change of a
table of rules compiles nothing.
"""
