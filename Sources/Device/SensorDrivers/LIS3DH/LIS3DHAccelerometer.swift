// The LIS3DH accelerometer: identity and scales. The LIS2DH12 and the accelerometer of the LSM303AGR have the same
// registers and the same identity.
//
// Datasheets: ST LIS2DH12, DocID025056, and LSM303AGR, DocID027765, register description, under the register's name.
// Linux (st_accel), ST's own drivers, CODAL, TinyGo and Adafruit agree on address, identity and data.
import Quantities

/// ST LIS3DH, LIS2DH12, and the accelerometer of LSM303AGR. `STForceRegisters` has the registers and rates.
public enum LIS3DHAccelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// WHO_AM_I.
  static var whoAmI: UInt8 { 0x0f }
  static var identity: UInt32 { 0x33 }

  /// ±2, ±4, ±8, ±16 g at high resolution: 0.98, 1.95, 3.9, 11.72 mg (mechanical characteristics, sensitivity, So).
  /// The LIS3DH's datasheet (DocID17530) rounds them to 1, 2, 4 and 12 mg; the identity does not tell them apart.
  public static var finestScale: UInt8 { 5 }
  public static var widestScale: UInt8 { 8 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { STForceRegisters.milliHertz[Int(rate)] }

  /// ODR3:ODR0 = 0111, 400 Hz.
  public static var fastestRate: UInt8 { STForceRegisters.fastestRate }

  /// Seven measurements are discarded: high resolution needs so many after it is switched on (turn-on time 7/ODR).
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = STForceRegisters.plan(.lis3dh, rate: rate, range: scale &- finestScale)
    plan.identity = RegisterBurst(1, from: whoAmI)
    plan.identityBytes = identity
    plan.discards = 7
    return plan
  }

  /// OUT_X_L … OUT_Z_H: X, Y, Z, each low byte first, twelve bits left-justified.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    STForceRegisters.counts(bytes)
  }
}
