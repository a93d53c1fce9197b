// From samples to a calibration record, in integers and constant memory.
