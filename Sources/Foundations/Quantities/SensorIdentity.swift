// Which sensor answered, as a device introduces itself over the link.

/// A kind of sensor chip, by its code in the link protocol. Codes are only ever added.
public struct SensorChip: Equatable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What the identity registers of a chip contain.
public struct SensorIdentity: Equatable, Hashable, Sendable {
  /// The chip, or `.absent` until one has answered with the right identity.
  public var chip: SensorChip
  /// Its 7-bit bus address; 0 for `.absent`.
  public var address: UInt8
  /// Its identity registers as read, the first in the lowest byte; unused bytes are 0.
  public var identityBytes: UInt32

  public init(chip: SensorChip, address: UInt8, identityBytes: UInt32) {
    self.chip = chip
    self.address = address
    self.identityBytes = identityBytes
  }

  /// No sensor found (yet).
  public static var absent: SensorIdentity { SensorIdentity(chip: .absent, address: 0, identityBytes: 0) }
}

/// Which sensor measured a sample: two chips of a kind may be fitted.
public struct SampleOrigin: Equatable, Hashable, Sendable {
  /// The chip, or `.absent` where no chip measured, as for an injected sample.
  public var chip: SensorChip
  /// Its 7-bit bus address; 0 for `.absent`.
  public var address: UInt8
  /// Its number among the sensors of its kind on the board, from 0.
  public var instance: UInt8

  public init(chip: SensorChip, address: UInt8, instance: UInt8) {
    self.chip = chip
    self.address = address
    self.instance = instance
  }

  /// No chip measured.
  public static var absent: SampleOrigin { SampleOrigin(chip: .absent, address: 0, instance: 0) }
}
