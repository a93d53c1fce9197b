// Tests of Geomagnetism.
