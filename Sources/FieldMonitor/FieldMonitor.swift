// Strength, dip and residual watched over time; the zero-point meter.
