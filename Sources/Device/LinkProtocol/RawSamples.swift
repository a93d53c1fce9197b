// Samples as the sensors delivered them (Protocols/link/spec.md, "rawSample", "rawForce, rawRate").

import ByteCoding
import Quantities

/// A magnetometer's sample before any correction.
public struct RawSample: PlainMessage, Equatable, Sendable {
  /// When the registers were read.
  public var time = Instant(microseconds: 0)
  public var sampleNumber: UInt32 = 0
  /// X, Y and Z of the sensor.
  public var counts = Vector3.zero
  public var scale = FieldScale.nanotesla
  private var flagsValue: UInt8 = 0
  private var temperatureValue = Int16.max
  /// `SensorChip` code, and the sensor's number among those of its kind, from 0 on.
  public var chip: UInt8 = 0
  public var instance: UInt8 = 0

  public static var imageLength: Int { 30 }

  public init() {}

  /// `stale`, `overflow` and `injected` of `Reading.Flags`.
  public var flags: Reading.Flags {
    get { Reading.Flags(rawValue: UInt16(truncatingIfNeeded: flagsValue)) }
    set { flagsValue = UInt8(truncatingIfNeeded: newValue.rawValue) }
  }

  /// 1/8 °C, relative; `nil` without a temperature.
  public var temperatureEighths: Int16? {
    get { temperatureValue == Int16.max ? nil : temperatureValue }
    set { temperatureValue = newValue ?? Int16.max }
  }

  public init(_ sample: FieldSample, number: UInt32) {
    time = sample.time
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale
    if sample.isStale { flags.insert(.stale) }
    if sample.isOverflowed { flags.insert(.overflow) }
    temperatureEighths = sample.temperatureEighths
    chip = sample.origin.chip.rawValue
    instance = sample.origin.instance
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// An accelerometer's or a gyroscope's sample before any correction: `rawForce`, `rawRate`.
public struct RawMotion: PlainMessage, Equatable, Sendable {
  /// When the registers were read.
  public var time = Instant(microseconds: 0)
  /// Counts the samples of this sensor since boot, from 1 on; a stale sample keeps its number.
  public var sampleNumber: UInt32 = 0
  /// X, Y and Z of the sensor.
  public var counts = Vector3.zero
  /// The value of one count: a code of the table for the sensor's kind (Protocols/heading/spec.md).
  public var scale: UInt8 = 0
  private var flagsValue: UInt8 = 0
  /// `SensorChip` code, and the sensor's number among those of its kind, from 0 on.
  public var chip: UInt8 = 0
  public var instance: UInt8 = 0

  public static var imageLength: Int { 28 }

  public init() {}

  /// A `rawForce`.
  public init(_ sample: ForceSample, number: UInt32) {
    time = sample.time
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale.rawValue
    if sample.isStale { flags.insert(.stale) }
    if sample.isSaturated { flags.insert(.overflow) }
    chip = sample.origin.chip.rawValue
    instance = sample.origin.instance
  }

  /// A `rawRate`.
  public init(_ sample: RateSample, number: UInt32) {
    time = sample.time
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale.rawValue
    if sample.isStale { flags.insert(.stale) }
    if sample.isSaturated { flags.insert(.overflow) }
    chip = sample.origin.chip.rawValue
    instance = sample.origin.instance
  }

  /// `stale`, `overflow` and `injected` of `Reading.Flags`.
  public var flags: Reading.Flags {
    get { Reading.Flags(rawValue: UInt16(truncatingIfNeeded: flagsValue)) }
    set { flagsValue = UInt8(truncatingIfNeeded: newValue.rawValue) }
  }

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}
