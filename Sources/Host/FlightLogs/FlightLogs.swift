// FlightLogs: reads logs of PX4 and ArduPilot as a stream: magnetometers, with acceleration and rate joined by time.
//
// In: bytes of a log, damaged ones too. Out: samples in the vehicle's axes, and remarks.
// Free to change: code, if damaged logs cost no more memory or time. Ask first: which correction is removed.
