// From a sample to a reading: which room does what, in which order. No mathematics of its own.

import Correction
import FixedPoint
import Heading
import Quantities
import SensorDrivers
import Wire

/// The settings that turn a sample into a reading.
struct Pipeline: ~Copyable {
  private let inPlace = InPlace()
  /// The record in use; the identity until one is set.
  var calibration = CalibrationRecord.identity {
    didSet { recordNumber &+= 1 }
  }
  /// Changes whenever another record comes into use.
  private(set) var recordNumber: UInt8 = 1
  /// Sensor axes to body axes.
  var mounting = AxisRemap.identity
  /// Body axes to those of the axis that points.
  var pointer = AxisRemap.identity
  /// What is done wrong on purpose.
  var provocation = Provocation.none

  /// Computes everything there is to say about one sample.
  /// - Parameters:
  ///   - sample: counts and field in sensor axes.
  ///   - number: the sample's number since boot.
  ///   - specificForce: body axes, or `nil` without an accelerometer.
  func reading(_ sample: FieldSample, number: UInt32, specificForce: Acceleration?) -> Reading {
    var reading = Reading()
    reading.time = sample.time
    reading.sampleNumber = number
    reading.counts = sample.counts
    reading.scale = sample.scale
    reading.temperatureEighths = sample.temperatureEighths
    if sample.isStale { reading.flags.insert(.stale) }
    if sample.isOverflowed { reading.flags.insert(.overflow) }
    if calibration.modelOrder != .none {
      reading.flags.insert(.calibrated)
      reading.grade = calibration.grade
    }
    if let specificForce {
      reading.flags.insert(.specificForce)
      reading.specificForce = specificForce
    }
    let input = provoked(sample.field, &reading.flags)
    reading.field = input
    let sums = calibration.sums(for: input)
    reading.correctedField = CorrectedField(q8Nanotesla: mounting.body(sums.rounded.q8Nanotesla))
    guard !sample.isOverflowed else {
      reading.reason = .overflow
      return reading
    }
    do throws(HeadingFailure) {
      var fine = sums.fine
      fine.mantissa = mounting.body(fine.mantissa)
      var force = specificForce
      if pointer != .identity {
        // Without an accelerometer down is the body's, and an axis along it has no heading.
        guard pointer.forward.axis != 2 || force != nil else {
          reading.reason = .pointsVertically
          return reading
        }
        fine.mantissa = pointer.body(fine.mantissa)
        if let body = force { force = Acceleration(microG: pointer.body(body.microG)) }
      }
      let solution = try TiltCompensation.solve(field: fine, specificForce: force)
      reading.mode = specificForce == nil ? .level : .tilted
      reading.heading = solution.heading
      reading.pitch = solution.pitch
      reading.dip = solution.dip
      reading.horizontalNanotesla = solution.horizontalNanotesla
      reading.flags.insert(.dip)
      if let roll = solution.roll {
        reading.roll = roll
        reading.flags.insert(.roll)
      }
    } catch {
      reading.reason = error == .noSpecificForce ? .noSpecificForce : .noHorizontalField
    }
    return reading
  }

  /// The field of an injected sample, or why there is none.
  func field(of injected: InjectedSample) -> Result {
    if injected.scale == .nanotesla {
      guard injected.counts.isWithin(UInt32(bitPattern: CalibrationRecord.fieldLimit)) else {
        return .refused(.countsOutOfRange)
      }
      return .field(MagneticField(nanotesla: injected.counts), isOverflowed: false)
    }
    guard let field = LSM303DLHC.field(of: injected.counts, scale: injected.scale) else {
      return .refused(LSM303DLHC.hasScale(injected.scale) ? .countsOutOfRange : .unknownScale)
    }
    let counts = injected.counts
    return .field(
      field,
      isOverflowed: LSM303DLHC.isBeyondRange(counts.x) || LSM303DLHC.isBeyondRange(counts.y)
        || LSM303DLHC.isBeyondRange(counts.z))
  }

  enum Result {
    case field(MagneticField, isOverflowed: Bool)
    case refused(UnavailableReason)
  }

  /// The core's input, wrong on purpose when that was asked for.
  private func provoked(_ field: MagneticField, _ flags: inout Reading.Flags) -> MagneticField {
    var v = field.nanotesla
    switch provocation {
    case .sign: v.x = v.x.negatedWithSaturation
    case .swap: (v.x, v.y) = (v.y, v.x)
    case .gain: v.x = Ratio.exact(v.x, 21, over: 20)
    default: return field
    }
    flags.insert(.provoked)
    return MagneticField(nanotesla: v)
  }
}
