// The magnetometers, accelerometers and gyroscopes that may be wired to a board with none of its own. The first of each kind
// that answers is used.

import Instrument
import Quantities
import RawMemory
import SensorDrivers

/// The fitted magnetometer. It has functions of its own, because a driver needs much stack, which the rest of the
/// loop must not carry; and it cannot be copied, so that it is made in its place. It is generic so that the compiler
/// sees it together with the board's bus.
public struct FittedMagnetometer<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var search = SensorSearch()
  // In the order in which they are tried.
  private var lsm303dlhc = LSM303DLHC()
  private var lis2mdl = SensorDriver<LIS2MDLMagnetometer>()
  private var qmc5883l = SensorDriver<QMC5883LMagnetometer>()
  private var qmc5883p = SensorDriver<QMC5883PMagnetometer>()
  private var hmc5883l = SensorDriver<HMC5883LMagnetometer>()
  private var lis3mdl = SensorDriver<LIS3MDLMagnetometer>()
  private var mmc5603 = SensorDriver<MMC5603Magnetometer>()
  private var mmc5983ma = SensorDriver<MMC5983MAMagnetometer>()
  private let inPlace = InPlace()

  private static var count: UInt8 { 8 }

  /// None of them has answered yet.
  @inline(never)
  public init() {}

  /// Does what is due on the bus, and returns what came of it.
  @inline(never)
  public mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<FieldSample> {
    switch search.candidate {
    case 0: search.poll(&lsm303dlhc, &bus, at: now, of: Self.count)
    case 1: search.poll(&lis2mdl, &bus, at: now, of: Self.count)
    case 2: search.poll(&qmc5883l, &bus, at: now, of: Self.count)
    case 3: search.poll(&qmc5883p, &bus, at: now, of: Self.count)
    case 4: search.poll(&hmc5883l, &bus, at: now, of: Self.count)
    case 5: search.poll(&lis3mdl, &bus, at: now, of: Self.count)
    case 6: search.poll(&mmc5603, &bus, at: now, of: Self.count)
    default: search.poll(&mmc5983ma, &bus, at: now, of: Self.count)
    }
  }

  /// The chip that answered.
  public var identity: SensorIdentity {
    @inline(never) get {
      switch search.candidate {
      case 0: lsm303dlhc.identity
      case 1: lis2mdl.identity
      case 2: qmc5883l.identity
      case 3: qmc5883p.identity
      case 4: hmc5883l.identity
      case 5: lis3mdl.identity
      case 6: mmc5603.identity
      default: mmc5983ma.identity
      }
    }
  }

  /// How much older the field is than its time stamp, microseconds.
  public var delay: UInt16 {
    @inline(never) get {
      switch search.candidate {
      case 0: lsm303dlhc.delay
      case 1: lis2mdl.delay
      case 2: qmc5883l.delay
      case 3: qmc5883p.delay
      case 4: hmc5883l.delay
      case 5: lis3mdl.delay
      case 6: mmc5603.delay
      default: mmc5983ma.delay
      }
    }
  }

  /// Lets the chip measure at least as often as this.
  @inline(never)
  public mutating func setRate(atLeast milliHertz: UInt32) {
    lsm303dlhc.setRate(atLeast: milliHertz)
    lis2mdl.setRate(atLeast: milliHertz)
    qmc5883l.setRate(atLeast: milliHertz)
    qmc5883p.setRate(atLeast: milliHertz)
    hmc5883l.setRate(atLeast: milliHertz)
    lis3mdl.setRate(atLeast: milliHertz)
    mmc5603.setRate(atLeast: milliHertz)
    mmc5983ma.setRate(atLeast: milliHertz)
  }
}

/// The fitted accelerometer, if there is one, in a place of its own for the same reason.
public struct FittedAccelerometer<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var search = SensorSearch()
  private var mpu6050 = SensorDriver<MPU6050Accelerometer>()
  private var mpu6500 = SensorDriver<MPU6500Accelerometer>()
  private var lis3dh = SensorDriver<LIS3DHAccelerometer>()
  private var lsm6dsox = SensorDriver<LSM6DSOXAccelerometer>()
  private let inPlace = InPlace()

  private static var count: UInt8 { 4 }

  /// None of them has answered yet.
  @inline(never)
  public init() {}

  /// Does what is due on the bus, and returns what came of it.
  @inline(never)
  public mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<ForceSample> {
    switch search.candidate {
    case 0: search.poll(&mpu6050, &bus, at: now, of: Self.count)
    case 1: search.poll(&mpu6500, &bus, at: now, of: Self.count)
    case 2: search.poll(&lis3dh, &bus, at: now, of: Self.count)
    default: search.poll(&lsm6dsox, &bus, at: now, of: Self.count)
    }
  }

  /// The chip that answered.
  public var identity: SensorIdentity {
    @inline(never) get {
      switch search.candidate {
      case 0: mpu6050.identity
      case 1: mpu6500.identity
      case 2: lis3dh.identity
      default: lsm6dsox.identity
      }
    }
  }

  /// How much older the force is than its time stamp, microseconds.
  public var delay: UInt16 {
    @inline(never) get {
      switch search.candidate {
      case 0: mpu6050.delay
      case 1: mpu6500.delay
      case 2: lis3dh.delay
      default: lsm6dsox.delay
      }
    }
  }

  /// Lets the chip measure at least as often as this.
  @inline(never)
  public mutating func setRate(atLeast milliHertz: UInt32) {
    mpu6050.setRate(atLeast: milliHertz)
    mpu6500.setRate(atLeast: milliHertz)
    lis3dh.setRate(atLeast: milliHertz)
    lsm6dsox.setRate(atLeast: milliHertz)
  }
}

/// How much older than their time stamps the quantities of magnetometer and accelerometer are, microseconds.
public struct ModuleDelays: Equatable {
  public var field: UInt16
  public var force: UInt16
}

/// The fitted gyroscope, if there is one. It measures 100 times a second or a little more, whatever the link asks of the
/// other sensors: the fusion adds its rates up.
public struct FittedGyroscope<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var search = SensorSearch()
  private var mpu6050 = SensorDriver<MPU6050Gyroscope>(atLeast: 100_000)
  private var mpu6500 = SensorDriver<MPU6500Gyroscope>(atLeast: 100_000)
  private var lsm6dsox = SensorDriver<LSM6DSOXGyroscope>(atLeast: 100_000)
  private let inPlace = InPlace()

  private static var count: UInt8 { 3 }

  /// None of them has answered yet.
  @inline(never)
  public init() {}

  /// Does what is due on the bus, and passes on what came of it. Poll it before the other sensors: its time counts most.
  /// - Parameter delays: of the board's other two sensors, by their chips' data sheets.
  @inline(never)
  public mutating func poll<Way: WayPart & ~Copyable>(
    _ bus: inout Bus, delays: ModuleDelays, for instrument: inout CompassInstrument<Way, MotionUnit>, at now: Instant
  ) {
    let outcome =
      switch search.candidate {
      case 0: search.poll(&mpu6050, &bus, at: now, of: Self.count)
      case 1: search.poll(&mpu6500, &bus, at: now, of: Self.count)
      default: search.poll(&lsm6dsox, &bus, at: now, of: Self.count)
      }
    if case .nothing = outcome { return }
    if case .sample = outcome {
      instrument.assume(
        MotionDelays(
          field: Int16(truncatingIfNeeded: Int(delays.field)), force: Int16(truncatingIfNeeded: Int(delays.force)),
          rate: delay))
    }
    instrument.receive(possible: outcome, from: identity, at: now)
  }

  private var delay: UInt16 {
    switch search.candidate {
    case 0: mpu6050.delay
    case 1: mpu6500.delay
    default: lsm6dsox.delay
    }
  }

  private var identity: SensorIdentity {
    @inline(never) get {
      switch search.candidate {
      case 0: mpu6050.identity
      case 1: mpu6500.identity
      default: lsm6dsox.identity
      }
    }
  }
}
