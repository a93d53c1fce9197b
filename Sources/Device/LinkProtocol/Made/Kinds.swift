// The kinds of messages.
//
// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.

/// Every message of the protocol. Requests go to the device, all others come from it.
///
/// The cases are in ascending order, like the rows of `MessageTable`, which depends on it.
public enum MessageKind: UInt8, Sendable, BitwiseCopyable {
  // Requests, host to device.
  case getHello = 0x01
  case ping = 0x02
  case setRate = 0x03
  case startStreams = 0x04
  case stopStreams = 0x05
  case injectSample = 0x06
  case selfTest = 0x07
  case reset = 0x08
  case setCalibration = 0x09
  case getCalibration = 0x0a
  case setMounting = 0x0b
  case getMounting = 0x0c
  case getStatistics = 0x0d
  case provoke = 0x0e
  case enterLoader = 0x10
  case getSensors = 0x11
  case testSensor = 0x12
  case startCalibration = 0x30
  case commandCalibration = 0x31
  case getCalibrationProgress = 0x32
  case getCalibrationReport = 0x33
  case answerPrompt = 0x34
  case getStoredRecord = 0x35
  case storeRecord = 0x36
  case eraseRecords = 0x37
  case interruptStorage = 0x38
  case setLocation = 0x50
  case setDate = 0x51
  case setReference = 0x52
  case setFilter = 0x53
  case setOrientation = 0x54
  case setDeviation = 0x55
  case getHeadingSettings = 0x56
  case setZeroPoint = 0x57
  case getLocalField = 0x58
  case setLevelTolerance = 0x59
  case setFix = 0x60
  case setDestination = 0x61
  case getGuidance = 0x62
  case setSurroundings = 0x63
  case getSources = 0x64
  case swing = 0x65
  case getSwing = 0x66
  case setMotion = 0x70
  case getMotion = 0x71
  case injectRate = 0x72

  // From 0x80 on, device to host.
  case hello = 0x81
  case pong = 0x82
  case computed = 0x86
  case calibration = 0x8a
  case mounting = 0x8c
  case statistics = 0x8d
  case sensorList = 0x91
  case sensorTest = 0x92
  case reading = 0xa0
  case rawSample = 0xa1
  case periodicStatistics = 0xa2
  case sensorEvent = 0xa3
  case rawForce = 0xa4
  case rawRate = 0xa5
  case calibrationProgress = 0xb2
  case calibrationReport = 0xb3
  case storedRecord = 0xb5
  case periodicCalibration = 0xb8
  case calibrationPrompt = 0xb9
  case acknowledged = 0xc0
  case refused = 0xc1
  case selfTestResult = 0xc3
  case headingSettings = 0xd6
  case localField = 0xd8
  case meterReading = 0xe0
  case periodicGuidance = 0xe1
  case guidance = 0xe2
  case sources = 0xe4
  case swingStatus = 0xe6
  case periodicMotion = 0xf0
  case motion = 0xf1
}
