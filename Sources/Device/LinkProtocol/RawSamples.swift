// Samples as the sensors delivered them (Protocols/link/spec.md, "rawSample", "rawForce, rawRate").

import Quantities
import RawMemory

extension RawSample {
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
    self.init()
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
}

extension RawMotion {
  /// A `rawForce`.
  public init(_ sample: ForceSample, number: UInt32) {
    self.init()
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
    self.init()
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
}
