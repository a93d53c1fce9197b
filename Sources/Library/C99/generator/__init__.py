"""Writes binnacle.c from the Swift sources; `make library-c` runs it."""
