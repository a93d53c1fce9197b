// Bearing, distance, guidance, course and the choice between heading sources.
