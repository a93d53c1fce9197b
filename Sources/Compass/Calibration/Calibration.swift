// Calibration: finds hard iron, soft iron and the rotation between the sensors, while somebody turns the instrument.
//
// In: fields and forces in the axes of the magnetometer, requests. Out: a record with its predicted error, or the
// reasons of a refusal.
// Free to change: how a solve is divided, if its slices stay short. Ask first: states and limits
// (Protocols/calibration), the prediction.
