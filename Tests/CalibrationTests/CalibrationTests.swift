// Tests of Calibration.
