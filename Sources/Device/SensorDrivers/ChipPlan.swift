// How a chip is brought up and read, as values: one machine serves every chip.
import Quantities

/// One step of a configuration.
public struct ConfigurationStep: Sendable {
  /// What a step does.
  public enum Action: UInt8, Sendable {
    /// Writes `value` to `register`.
    case write
    /// As `write`; a chip that resets itself may refuse the byte.
    case reset
    /// As `write`, in the bank `ChipPlan.readBackBank`. Bank 0 is selected again in the same poll: another driver may read
    /// the other half of the chip before the next.
    case writeInBank
    /// As `write`, to the chip at `ChipPlan.bridge` that passes the bus on.
    case writeToBridge
    /// As `write`, where the chip is on SPI; otherwise nothing.
    case writeOnSPI
    /// Reads `value` registers from `register` on, for the chip's trim.
    case load
    /// Reads `register` until its bits `mask` are `value`, `pause` ms apart, at most `ConfigurationStep.tries` times.
    case waitFor
  }

  /// The address of the register.
  public var register: UInt8
  /// What is written to it, or awaited from it; of `load`, how many registers are read.
  public var value: UInt8
  /// The bits that must read back as written; 0 for a register that cannot be read, and for a value that a later step
  /// replaces.
  public var mask: UInt8
  /// Milliseconds that the chip needs afterwards.
  public var pause: UInt8
  public var action: Action

  public init(_ value: UInt8, to register: UInt8, mask: UInt8 = 0, pause: UInt8 = 0, action: Action = .write) {
    self.register = register
    self.value = value
    self.mask = mask
    self.pause = pause
    self.action = action
  }

  /// No step: what follows the last one.
  public static var none: ConfigurationStep { ConfigurationStep(0, to: 0) }

  /// How often `Action.waitFor` looks.
  static var tries: UInt8 { 20 }
}

/// Consecutive registers that are read in one transaction.
public struct RegisterBurst: Sendable {
  public var register: UInt8
  /// How many, at most 16; 0 where the chip has none.
  public var count: UInt8

  public init(_ count: UInt8, from register: UInt8) {
    self.register = register
    self.count = count
  }

  public static var none: RegisterBurst { RegisterBurst(0, from: 0) }
}

/// What starts each measurement of a chip that does not measure by itself.
///
/// Magnetoresistive bridges have an offset that is larger than the field and drifts. A SET and a RESET pulse turn the
/// sign of the field in the measurement and not the sign of the offset. A chip with pulses measures after a SET and
/// after a RESET in turn, and half of the difference is the field: `SensorDriver` makes one sample of two measurements.
/// The pulses also mend a bridge that a strong field has disturbed.
public struct MeasurementTrigger: Sendable {
  /// The register that the pulses and the command are written to.
  public var register: UInt8
  /// Starts one measurement.
  public var command: UInt8
  /// The pulses; 0 for a chip without.
  public var set: UInt8 = 0
  public var reset: UInt8 = 0
  /// Milliseconds from a pulse to the command.
  public var pause: UInt8 = 0
  /// Microseconds from the command to the measurement; 0 for a chip that measures by itself.
  public var duration: UInt32

  public init(_ command: UInt8, to register: UInt8, duration: UInt32) {
    self.register = register
    self.command = command
    self.duration = duration
  }

  public static var none: MeasurementTrigger { MeasurementTrigger(0, to: 0, duration: 0) }
}

/// What the shared machine needs to know of a chip at one rate and range. It holds values only, so that the machine is
/// in an image once, however many chips there are.
///
/// A chip whose registers cannot be read needs no cache beside this: its plan says what they hold.
public struct ChipPlan: Sendable {
  public var chip: SensorChip
  /// 7-bit bus address; the number of the select line on SPI.
  public var address: UInt8
  /// Address of the chip that passes the bus on to this one, for `ConfigurationStep.Action.writeToBridge`; one more where
  /// nothing answers there.
  public var bridge: UInt8 = 0
  /// Identity registers, at most four; `.none` for a chip that is known by its configuration alone.
  public var identity = RegisterBurst.none
  /// What they hold, the first in the lowest byte.
  public var identityBytes: UInt32 = 0
  /// Further values of an identity of one byte, for chips that differ in nothing else; 0 for none.
  public var otherIdentities: UInt16 = 0
  /// How many of `steps` come before the identity is read: a chip may have to be woken for it.
  public var stepsBeforeIdentity: UInt8 = 0
  /// The configuration, in the order of writing.
  public var steps = InlineArray<14, ConfigurationStep>(repeating: .none)
  public var stepCount: UInt8 = 0
  /// The registers in which the configuration is read back; a second burst where they are far apart.
  public var readBack = RegisterBurst.none
  public var otherReadBack = RegisterBurst.none
  /// For registers in banks: the register that selects one, and what selects the bank of the configuration, in which
  /// all is that is read back. Bank 0, selected by 0, must have identity, status and data. `readBackBank` 0 means that there are no banks.
  public var bankRegister: UInt8 = 0
  public var readBackBank: UInt8 = 0
  /// What selects several registers in one transaction, for chips that want a bit of the address for it.
  public var burstFlag: UInt8 = 0
  /// The same on SPI.
  public var burstFlagOnSPI: UInt8 = 0
  public var statusRegister: UInt8 = 0
  /// The status bit of new data; 0 for a chip without one, whose data counts as new after each period.
  public var readyMask: UInt8 = 0
  public var data = RegisterBurst.none
  /// Registers of the chip's temperature, at most two; `.none` for a chip without.
  public var temperature = RegisterBurst.none
  public var trigger = MeasurementTrigger.none
  /// Measurements thrown away after a configuration.
  public var discards: UInt8 = 0
  /// Microseconds from one measurement to the next.
  public var period: UInt32 = 0

  public init(chip: SensorChip, address: UInt8) {
    self.chip = chip
    self.address = address
  }

  /// Appends a step to the configuration.
  @inline(__always)
  public mutating func append(_ step: ConfigurationStep) {
    steps[Int(stepCount)] = step
    stepCount &+= 1
  }

  /// Appends a register to the configuration.
  /// - Parameters:
  ///   - mask: the bits that must read back as written; none, where a later step replaces them.
  ///   - pause: milliseconds that the chip needs afterwards.
  @inline(__always)
  public mutating func write(_ value: UInt8, to register: UInt8, mask: UInt8 = 0, pause: UInt8 = 0) {
    append(ConfigurationStep(value, to: register, mask: mask, pause: pause))
  }

  /// Appends zeros for registers that follow each other: what an earlier firmware may have left in them does no harm then.
  @inline(never)
  mutating func clear(_ registers: ClosedRange<UInt8>, _ action: ConfigurationStep.Action = .write) {
    var register = registers.lowerBound
    while register <= registers.upperBound {
      append(ConfigurationStep(0, to: register, action: action))
      register &+= 1
    }
  }

  /// Adds bits to what the plan writes to a register.
  @inline(never)
  mutating func add(_ bits: UInt8, to register: UInt8) {
    var index = 0
    while index < Int(stepCount) {
      if steps[index].register == register, steps[index].action == .write { steps[index].value |= bits }
      index &+= 1
    }
  }

  /// Appends a register in the bank of the configuration.
  /// - Parameter mask: the bits that must read back as written.
  @inline(__always)
  public mutating func writeInBank(_ value: UInt8, to register: UInt8, mask: UInt8) {
    append(ConfigurationStep(value, to: register, mask: mask, action: .writeInBank))
  }

  /// Appends the loading of `count` registers from `register` on into the chip's trim.
  @inline(__always)
  public mutating func load(_ count: UInt8, from register: UInt8) {
    append(ConfigurationStep(count, to: register, action: .load))
  }
}
