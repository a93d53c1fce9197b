// Two slots of flash, of which one is always whole.
