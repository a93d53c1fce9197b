// Motion: the motion filter: attitude and heading from gyroscope, accelerometer and magnetometer.
//
// In: rates, forces and fields with their times. Out: attitude, bias, delays, the heading with its bound, and faults
// of the axes.
// Free to change: constants, if `make motion` finds no figure worse. Ask first: equations (Protocols/motion).
