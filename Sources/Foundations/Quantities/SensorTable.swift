// The table of chips. A new chip is its code, and its row.
//
// The rows follow Protocols/heading/spec.md, section 3. The reference has a table of its own, made from the same document.

/// What a sensor measures.
public enum SensorKind: UInt8, Sendable {
  case none, magnetometer, accelerometer, gyroscope
}

/// A row of the table: name, kind, the code of the first scale in `ScaleRows`, and the ranges of the scales from there
/// on, in gauss, g or degrees per second.
struct ChipRow {
  var name: StaticString
  var kind: SensorKind
  var firstScale: UInt8
  var ranges: StaticString

  @inline(__always)
  init(_ name: StaticString, _ kind: SensorKind, _ firstScale: UInt8, _ ranges: StaticString) {
    self.name = name
    self.kind = kind
    self.firstScale = firstScale
    self.ranges = ranges
  }
}

extension SensorChip {
  /// No sensor found.
  public static var absent: SensorChip { SensorChip(rawValue: 0) }
  /// ST LSM303DLHC, its magnetometer.
  public static var lsm303dlhc: SensorChip { SensorChip(rawValue: 1) }
  /// ST LSM303DLHC, its accelerometer.
  public static var lsm303dlhcAccelerometer: SensorChip { SensorChip(rawValue: 2) }
  /// ST LIS2MDL, IIS2MDC, and the magnetometer of LSM303AGR: one identity, one register map.
  public static var lis2mdl: SensorChip { SensorChip(rawValue: 3) }
  /// ST LIS3DH, LIS2DH12, and the accelerometer of LSM303AGR: one identity, one register map.
  public static var lis3dh: SensorChip { SensorChip(rawValue: 4) }
  /// Honeywell HMC5883L.
  public static var hmc5883l: SensorChip { SensorChip(rawValue: 5) }
  /// QST QMC5883L.
  public static var qmc5883l: SensorChip { SensorChip(rawValue: 6) }
  /// QST QMC5883P.
  public static var qmc5883p: SensorChip { SensorChip(rawValue: 7) }
  /// ST LIS3MDL.
  public static var lis3mdl: SensorChip { SensorChip(rawValue: 8) }
  /// ST LSM6DSOX, its accelerometer.
  public static var lsm6dsox: SensorChip { SensorChip(rawValue: 9) }
  /// ST LSM6DSOX, its gyroscope.
  public static var lsm6dsoxGyroscope: SensorChip { SensorChip(rawValue: 10) }
  /// MEMSIC MMC5603NJ.
  public static var mmc5603: SensorChip { SensorChip(rawValue: 11) }
  /// MEMSIC MMC5983MA.
  public static var mmc5983ma: SensorChip { SensorChip(rawValue: 12) }
  /// InvenSense MPU-6050, its accelerometer.
  public static var mpu6050: SensorChip { SensorChip(rawValue: 13) }
  /// InvenSense MPU-6050, its gyroscope.
  public static var mpu6050Gyroscope: SensorChip { SensorChip(rawValue: 14) }
  /// InvenSense MPU-6500, its accelerometer.
  public static var mpu6500: SensorChip { SensorChip(rawValue: 15) }
  /// InvenSense MPU-6500, its gyroscope.
  public static var mpu6500Gyroscope: SensorChip { SensorChip(rawValue: 16) }
  /// InvenSense MPU-9250, its accelerometer.
  public static var mpu9250: SensorChip { SensorChip(rawValue: 17) }
  /// InvenSense MPU-9250, its gyroscope.
  public static var mpu9250Gyroscope: SensorChip { SensorChip(rawValue: 18) }
  /// AKM AK8963, the magnetometer in MPU-9250.
  public static var ak8963: SensorChip { SensorChip(rawValue: 19) }
  /// InvenSense ICM-20948, its accelerometer.
  public static var icm20948: SensorChip { SensorChip(rawValue: 20) }
  /// InvenSense ICM-20948, its gyroscope.
  public static var icm20948Gyroscope: SensorChip { SensorChip(rawValue: 21) }
  /// AKM AK09916, the magnetometer in ICM-20948.
  public static var ak09916: SensorChip { SensorChip(rawValue: 22) }
  /// Bosch BMM150.
  public static var bmm150: SensorChip { SensorChip(rawValue: 23) }
  /// iSentek IST8310.
  public static var ist8310: SensorChip { SensorChip(rawValue: 24) }
  /// PNI RM3100.
  public static var rm3100: SensorChip { SensorChip(rawValue: 25) }
  /// NXP MAG3110.
  public static var mag3110: SensorChip { SensorChip(rawValue: 26) }
  /// NXP MMA8653FC.
  public static var mma8653: SensorChip { SensorChip(rawValue: 27) }
  /// Analog Devices ADXL345.
  public static var adxl345: SensorChip { SensorChip(rawValue: 28) }
  /// Bosch BMI160, its accelerometer.
  public static var bmi160: SensorChip { SensorChip(rawValue: 29) }
  /// Bosch BMI160, its gyroscope.
  public static var bmi160Gyroscope: SensorChip { SensorChip(rawValue: 30) }

  @inline(__always)
  private var row: ChipRow {
    switch rawValue {
    case 0: ChipRow("no sensor", .none, 0, "")
    case 1: ChipRow("LSM303DLHC", .magnetometer, 1, "1.3 1.9 2.5 4 4.7 5.6 8.1")
    case 2: ChipRow("LSM303DLHC accelerometer", .accelerometer, 1, "2 4 8 16")
    case 3: ChipRow("LIS2MDL", .magnetometer, 26, "49")
    case 4: ChipRow("LIS3DH", .accelerometer, 5, "2 4 8 16")
    case 5: ChipRow("HMC5883L", .magnetometer, 8, "0.88 1.3 1.9 2.5 4 4.7 5.6 8.1")
    case 6: ChipRow("QMC5883L", .magnetometer, 16, "2 8")
    case 7: ChipRow("QMC5883P", .magnetometer, 18, "2 8 12 30")
    case 8: ChipRow("LIS3MDL", .magnetometer, 22, "4 8 12 16")
    case 9: ChipRow("LSM6DSOX accelerometer", .accelerometer, 9, "2 4 8 16")
    case 10: ChipRow("LSM6DSOX gyroscope", .gyroscope, 1, "125 250 500 1000 2000")
    case 11: ChipRow("MMC5603", .magnetometer, 27, "30")
    case 12: ChipRow("MMC5983MA", .magnetometer, 28, "8")
    case 13: ChipRow("MPU6050 accelerometer", .accelerometer, 13, "2 4 8 16")
    case 14: ChipRow("MPU6050 gyroscope", .gyroscope, 6, "250 500 1000 2000")
    case 15: ChipRow("MPU6500 accelerometer", .accelerometer, 13, "2 4 8 16")
    case 16: ChipRow("MPU6500 gyroscope", .gyroscope, 6, "250 500 1000 2000")
    case 17: ChipRow("MPU9250 accelerometer", .accelerometer, 13, "2 4 8 16")
    case 18: ChipRow("MPU9250 gyroscope", .gyroscope, 6, "250 500 1000 2000")
    case 19: ChipRow("AK8963", .magnetometer, 29, "49")
    case 20: ChipRow("ICM20948 accelerometer", .accelerometer, 13, "2 4 8 16")
    case 21: ChipRow("ICM20948 gyroscope", .gyroscope, 6, "250 500 1000 2000")
    case 22: ChipRow("AK09916", .magnetometer, 30, "49")
    case 23: ChipRow("BMM150", .magnetometer, 31, "13")
    case 24: ChipRow("IST8310", .magnetometer, 32, "16")
    case 25: ChipRow("RM3100", .magnetometer, 33, "8")
    case 26: ChipRow("MAG3110", .magnetometer, 34, "10")
    case 27: ChipRow("MMA8653", .accelerometer, 17, "2 4 8")
    case 28: ChipRow("ADXL345", .accelerometer, 20, "16")
    case 29: ChipRow("BMI160 accelerometer", .accelerometer, 13, "2 4 8 16")
    case 30: ChipRow("BMI160 gyroscope", .gyroscope, 10, "125 250 500 1000 2000")
    default: ChipRow("unknown sensor", .none, 0, "")
    }
  }

  /// Whether the table has this code, 0 included.
  public var isKnown: Bool { rawValue <= Self.last.rawValue }

  /// The last chip of the table.
  public static var last: SensorChip { SensorChip(rawValue: 30) }

  /// The maker's name of the chip.
  public var name: StaticString { row.name }

  /// What the chip measures; `.none` for no chip and for an unknown one.
  public var kind: SensorKind { row.kind }

  /// The code of the chip's finest scale in the table of its kind; 0 for no chip.
  public var firstScale: UInt8 { row.firstScale }

  /// The chip's ranges in the order of their codes, divided by spaces: in gauss, g, or degrees per second.
  public var ranges: StaticString { row.ranges }
}
