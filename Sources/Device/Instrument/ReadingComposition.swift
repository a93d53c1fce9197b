// Fills in the messages about a sample from what was measured, computed and assessed.

import Binnacle
import FieldMonitor
import Heading
import LinkProtocol
import Quantities

extension Reading {
  /// Fills in the sample as the chip delivered it.
  @inline(never)
  mutating func fill(from sample: borrowing FieldSample, number: UInt32) {
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale
    field = sample.field
    temperatureEighths = sample.temperatureEighths
    if sample.isOverflowed { flags.insert(.overflow) }
  }

  /// Fills in the compass's assessment.
  @inline(never)
  mutating func fill(from found: inout CompassReading, of compass: inout Compass) {
    time = found.time
    reason = found.reason
    assessment = found.assessment
    guard found.hasSample else { return }
    source = found.source
    if compass.pointsThroughDisplay {
      flags.insert(compass.pointingAxis == .plusZ ? .pointsAlongZ : .pointsAgainstZ)
    }
    if found.assessment.isDisplayFlat { flags.insert(.flat) }
    if compass.isCalibrated {
      flags.insert(.calibrated)
      grade = compass.record.grade
    }
    if let force = found.force {
      flags.insert(.specificForce)
      specificForce = force
    }
    correctedField = found.field
    if found.isSolved { fill(from: &found.solution, found.mode) }
  }

  /// Roll and pitch are computed here, because a reading that is not sent does not need them.
  @inline(never)
  private mutating func fill(from solution: inout HeadingSolution, _ mode: HeadingMode) {
    self.mode = mode
    heading = solution.heading
    dip = solution.dip
    horizontalNanotesla = solution.horizontalNanotesla
    flags.insert(.dip)
    pitch = solution.pitch
    if let roll = solution.roll {
      self.roll = roll
      flags.insert(.roll)
    }
  }
}

extension ReadingSensors {
  /// An age in microseconds, in the format of a reading.
  static func age(_ microseconds: UInt32) -> UInt16 {
    let milliseconds = microseconds / 1000
    return milliseconds < UInt32(oldestForce) ? UInt16(truncatingIfNeeded: milliseconds) : oldestForce
  }
}

extension MeterReport {
  /// Fills in the meter's result.
  mutating func fill(from reading: borrowing MeterReading, isTaking: Bool, isRepeated: Bool) {
    field = reading.field
    magnitude = reading.magnitude
    difference = reading.distance
    differenceMagnitude = reading.lengthOfDifference
    if reading.isSaturated { flags.insert(.saturated) }
    if isRepeated { flags.insert(.stale) }
    if isTaking { flags.insert(.taking) }
    if let loss = reading.loss, loss.isMovement {
      flags.insert(.moved)
      self.loss = loss.rawValue
    }
    if reading.isMotionGuarded { flags.insert(.guarded) }
    if reading.isTurnGuarded { flags.insert(.turnGuarded) }
    if reading.hasDifference { flags.insert(.difference) }
  }
}
