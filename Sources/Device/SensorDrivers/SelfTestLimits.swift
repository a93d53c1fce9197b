// How much a chip's self-test must change its measurement. Only hosts use these limits; images do not contain them.
import Quantities

/// The limits of the change, from the chip's data sheet, in the unit of its kind: nanotesla, micro-g or 2^−20 rad/s.
public struct SelfTestLimits: Equatable, Sendable {
  public var least: Vector3
  public var most: Vector3

  private init(_ least: Int32, _ most: Int32) {
    self.least = Vector3(x: least, y: least, z: least)
    self.most = Vector3(x: most, y: most, z: most)
  }

  /// The limits of a chip; `nil` for a chip whose driver has no test.
  public init?(_ chip: SensorChip) {
    switch chip {
    // 15 to 500 milligauss (ST's driver and the data sheet's section 8.17 agree).
    case .lis2mdl: self.init(1500, 50_000)
    // 1 to 3 gauss on X and Y, 0.1 to 1 gauss on Z. Not confirmed by a second source.
    case .lis3mdl:
      self.init(100_000, 300_000)
      least.z = 10_000
      most.z = 100_000
    // 243 to 575 counts (data sheet, "self test operation"; ArduPilot and Betaflight accept the same).
    case .hmc5883l: self.init(62_308, 147_436)
    // 68 to 1440 mg (data sheet, mechanical characteristics: 17 to 360 counts of 4 mg; ST's driver accepts the same).
    case .lis3dh: self.init(68_000, 1_440_000)
    // 50 to 1700 mg (data sheet, mechanical characteristics). Not confirmed by a second source.
    case .lsm6dsox: self.init(50_000, 1_700_000)
    // 150 to 700 °/s (data sheet, mechanical characteristics). Not confirmed by a second source.
    case .lsm6dsoxGyroscope: self.init(2_745_158, 12_810_738)
    default: return nil
    }
  }

  /// Whether each axis changed by an amount within the limits, whatever its sign: X, Y, Z.
  public func fits(_ change: Vector3) -> (x: Bool, y: Bool, z: Bool) {
    (
      Self.fits(change.x, least.x, most.x), Self.fits(change.y, least.y, most.y), Self.fits(change.z, least.z, most.z)
    )
  }

  private static func fits(_ change: Int32, _ least: Int32, _ most: Int32) -> Bool {
    change.magnitude >= least.magnitude && change.magnitude <= most.magnitude
  }
}
