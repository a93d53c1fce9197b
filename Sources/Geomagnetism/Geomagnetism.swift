// The World Magnetic Model in integers.
