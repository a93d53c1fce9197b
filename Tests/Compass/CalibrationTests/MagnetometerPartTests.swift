// A record made of what a fit found.

import Correction
import Quantities
import Testing

@testable import Calibration

private var outcome: FitOutcome {
  var outcome = FitOutcome.good
  outcome.sampleCount = 100_000
  outcome.residual = 1_260
  outcome.tiltSeen = 120
  outcome.dip = 6_512
  outcome.turn = SensorTurn(start: 0, rest: Vector3(x: 1 << 18, y: 0, z: 0))
  outcome.predictedTypical = 41
  return outcome
}

@Test func recordOfAFit_holdsWhatWasFound_andIsRead() throws {
  var record = CalibrationRecord()
  record.coverage = DirectionCells(1, 2, 3)
  record.setMagnetometer(from: outcome)
  #expect(record.modelOrder == .ellipsoid && record.grade == 3 && record.sampleCount == 65535)
  #expect(record.hardIron == outcome.centre && record.coverage == DirectionCells(1, 2, 3))
  // The turn between the sensors belongs to it: S alone would leave the heading off by the turn.
  #expect(record.softIron == outcome.correction && record.softIron != outcome.softIron)
  #expect(record.fieldStrength == 48_000 && record.residual == 604, "1.26 % of 48,000 nT, rounded down")
  #expect(record.predictedError == 90 && record.predictedTypicalError == 41 && record.tiltSeen == 90)
  #expect(record.dip == outcome.dipAngle && record.covariance == nil)
  let bytes = record.bytes()
  #expect(try CalibrationRecord(bytes: bytes.span) == record)
}

@Test func recordOfAFit_keepsWhatIsNotTheMagnetometers() {
  var record = CalibrationRecord()
  record.sensorChip = 1
  record.sensorSerial = 7
  record.date = 9_821
  record.temperatureEighths = -3
  record.covariance = CovarianceTerms()
  var gravity = AccelerometerRecord()
  gravity.offset = Vector3(x: 1, y: 2, z: 3)
  record.accelerometer = gravity
  record.setMagnetometer(from: outcome)
  #expect(record.sensorChip == 1 && record.sensorSerial == 7 && record.date == 9_821)
  #expect(record.temperatureEighths == -3 && record.accelerometer == gravity)
  #expect(record.covariance == nil, "that of another fit")
}
