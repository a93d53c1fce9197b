// NMEA 0183 and gpsd, for other programs on board.
