"""Counts the instructions, cycles, bytes and stack of single functions on emulated cores."""
