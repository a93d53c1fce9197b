// Marine: reads and writes NMEA 0183, writes deltas of Signal K and frames of NMEA 2000, and reads gpsd's reports.
//
// In: sentences and reports of others, headings. Out: fixes, courses, sentences, deltas, frames.
// Free to change: code. Ask first: what is sent when a value is not known.
