// Tests of Marine.
