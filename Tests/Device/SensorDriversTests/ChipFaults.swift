// The faults that every chip can have, as one list of checks. A chip's row says what its transcript and messages are.
import Quantities
import SensorDrivers
import TestSupport
import Testing

extension ChipRow {
  /// The faults that every chip can have.
  func checkFaults() throws {
    checkNoAnswer()
    if let identity { checkWrongIdentity(identity) }
    try checkEmptyBus()
    checkRefusalsDuringReset()
    if let lost {
      checkForgetfulRegister(lost)
      try checkBrownOut(lost)
    } else {
      try checkUnseenBrownOut()
    }
    try checkStuckData()
    if let statusRegister { try checkStaleData(statusRegister) }
    try checkLineHeldLow()
  }

  /// The device of a transaction, and its register, as the transcript spells them.
  private func device(_ transaction: String) -> Substring { transaction.drop { $0 != " " }.prefix { $0 != "." } }

  private func register(_ transaction: String) -> UInt8 {
    UInt8(transaction.drop { $0 != "." }.dropFirst().prefix(2), radix: 16)!
  }

  private func error(_ register: UInt8, _ fault: BusFault) -> SensorError {
    SensorError(chip: chip, register: register, bus: fault)
  }

  private func bench() -> Bench { Bench(model(), atLeast: rate) }

  private func working() -> Bench {
    var bench = self.bench()
    bench.run(milliseconds: 200)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty, "\(chip.name): before the fault")
    bench.forget()
    return bench
  }

  private func checkNoAnswer() {
    var bench = self.bench()
    bench.model.addressRefusals = .max
    bench.run(milliseconds: 280 + 2 * before.count)
    // What comes before the identity may go to the chip itself, or to another that answers.
    let answered = before.prefix { device($0) != device(bringUp[0]) }
    let first = (before + bringUp)[answered.count]
    #expect(
      bench.outcomes == Array(repeating: .unavailable(error(register(first), .addressNotAcknowledged)), count: 6))
    let refused = first.prefix { $0 != ":" && $0 != "=" }.trimmingSuffix { $0 == " " } + ": addressNotAcknowledged"
    let attempt = ["recover: true"] + answered + Array(repeating: String(refused), count: 3)
    #expect(bench.bus.transcript == attempt + attempt)
    #expect(bench.driver.identity == .absent)
    bench.model.addressRefusals = 0
    bench.run(milliseconds: 500)
    #expect(!bench.samples.isEmpty, "\(chip.name): found once it answers")
  }

  private typealias Identity = (register: UInt8, expected: UInt8)

  private func checkIdentityFound(_ found: UInt8, _ identity: Identity, in bench: Bench) {
    let wrong = SensorError(
      chip: chip, register: identity.register, kind: .wrongIdentity, expected: identity.expected, found: found)
    #expect(bench.outcomes == [.unavailable(wrong)])
    #expect(bench.driver.progress == .refused)
    #expect(bench.driver.identity == .absent)
    let written = bench.bus.transcript.filter { $0.hasPrefix("write") }
    #expect(written == before.filter { $0.hasPrefix("write") }, "\(chip.name): nothing written to another chip")
  }

  private func checkWrongIdentity(_ identity: Identity) {
    var bench = self.bench()
    bench.model.clone = (identity.register, identity.expected ^ 0x11)
    bench.run(milliseconds: 20)
    checkIdentityFound(identity.expected ^ 0x11, identity, in: bench)
  }

  private func checkEmptyBus() throws {
    var bench = self.bench()
    bench.bus.readsOnlyOnes = true
    bench.run(milliseconds: 20)
    guard let readBackFirst else { return checkIdentityFound(0xff, try #require(identity), in: bench) }
    let notKept = SensorError(
      chip: chip, register: readBackFirst.register, kind: .configurationNotKept, expected: readBackFirst.written,
      found: 0xff)
    #expect(bench.outcomes == [.unavailable(notKept)])
    #expect(bench.driver.progress == .refused)
  }

  /// The chip answers, then restarts: two transactions of the configuration meet nobody.
  private func checkRefusalsDuringReset() {
    var bench = self.bench()
    bench.run(milliseconds: 3 + before.count)
    bench.model.addressRefusals = 2
    bench.run(milliseconds: 300)
    #expect(bench.errors.allSatisfy { $0.kind == .bus && $0.chip == chip } && bench.errors.count <= 2)
    #expect(bench.bus.transcript.filter { $0.hasSuffix("addressNotAcknowledged") }.count == 2)
    #expect(!bench.samples.isEmpty)
    #expect(bench.bus.transcript.filter { $0 == "recover: true" }.count == 1)
  }

  private func checkForgetfulRegister(_ lost: Lost) {
    var bench = self.bench()
    bench.model.forgetfulRegister = lost.register
    bench.run(milliseconds: 30 + wakesWithin)
    #expect(bench.bus.transcript.first == "recover: true")
    #expect(bench.outcomes == [.unavailable(error(lost))])
    #expect(bench.driver.progress == .refused)
  }

  private typealias Lost = (register: UInt8, written: UInt8, byDefault: UInt8)

  private func error(_ lost: Lost) -> SensorError {
    SensorError(
      chip: chip, register: lost.register, kind: .configurationNotKept, expected: lost.written, found: lost.byDefault)
  }

  private func checkBrownOut(_ lost: Lost) throws {
    var bench = working()
    bench.model.powerOn()
    bench.run(milliseconds: 430)
    #expect(bench.errors == [error(lost)])
    let again = try #require(bench.bus.transcript.firstIndex(of: "recover: true"))
    #expect(bench.bus.transcript[(again + 1)...].starts(with: before + bringUp))
    #expect(!bench.samples.isEmpty)
    #expect(bench.driver.isAvailable)
  }

  /// The measurement under way never ends; after it the chip measures as before.
  private func checkUnseenBrownOut() throws {
    var bench = working()
    bench.model.powerOn()
    bench.run(milliseconds: 400)
    #expect(bench.errors.map(\.kind) == [.notReady] && bench.errors[0].register == statusRegister)
    #expect(bench.samples.count { !"\($0)".contains("isStale: true") } >= 10)
    #expect(bench.driver.isAvailable)
  }

  private func checkStuckData() throws {
    var bench = working()
    bench.model.isFrozen = true
    bench.run(milliseconds: 9700)
    #expect(bench.errors.isEmpty)
    bench.run(milliseconds: 500)
    let error = try #require(bench.errors.first)
    #expect(error.kind == .stuckData && error.register == dataRegister && error.chip == chip)
    bench.model.isFrozen = false
    bench.forget()
    bench.run(milliseconds: 600)
    #expect(!bench.samples.isEmpty)
  }

  private func checkStaleData(_ statusRegister: UInt8) throws {
    var bench = working()
    bench.model.neverReady = true
    bench.run(milliseconds: 120)
    let sample = try #require(bench.samples.last)
    #expect("\(sample)".contains("isStale: true"))
    let error = try #require(bench.errors.first)
    #expect(error.kind == .notReady && error.register == statusRegister && error.chip == chip)
  }

  private func checkLineHeldLow() throws {
    var bench = working()
    bench.bus.heldClocks = 9
    bench.run(milliseconds: 200)
    #expect(bench.errors == Array(repeating: error(firstHeld ?? statusRegister ?? dataRegister, .timeout), count: 3))
    let again = try #require(bench.bus.transcript.firstIndex(of: "recover: true"))
    #expect(bench.bus.transcript[(again + 1)...].starts(with: before + bringUp))
    #expect(!bench.samples.isEmpty)
    bench.bus.heldClocks = 1000
    bench.run(milliseconds: 500)
    #expect(bench.errors.last == error(register((before + bringUp)[0]), .stuckLow))
  }
}

extension DriverBench where Bus == ModelBus {
  /// A chip and the one that passes the bus on to it lose their supply: the chip is no longer on the bus until `bypass` is
  /// written again.
  static func checkLostSupplyOfBoth(_ model: SensorModel, _ chip: SensorChip, status: UInt8, bypass: String) throws {
    var bench = DriverBench(model)
    bench.run(milliseconds: 100)
    bench.forget()
    try #require(model.host).powerOn()
    model.powerOn()
    bench.run(milliseconds: 600)
    let refused = SensorError(chip: chip, register: status, bus: .addressNotAcknowledged)
    #expect(bench.errors == Array(repeating: refused, count: 3))
    #expect(bench.bus.transcript.contains(bypass))
    #expect(!bench.samples.isEmpty && bench.driver.isAvailable)
  }

  /// SET and RESET alternate.
  static func checkPulses(_ model: MEMSICModel) {
    var bench = DriverBench(model)
    bench.run(milliseconds: 1000)
    #expect(model.pulses.count > 90)
    #expect(!model.pulses.contains("SS") && !model.pulses.contains("RR"))
  }
}

/// What exact fractions give: ⌊count · numerator / denominator + ½⌋.
func roundedHalfUp(_ count: Int, _ numerator: Int, over denominator: Int) -> Int32 {
  let product = 2 * count * numerator + denominator
  let quotient = product / (2 * denominator)
  return Int32(product < 0 && product % (2 * denominator) != 0 ? quotient - 1 : quotient)
}

extension Substring {
  /// Without the characters at the end that `isCut` names.
  fileprivate func trimmingSuffix(_ isCut: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isCut(last) { rest.removeLast() }
    return rest
  }
}
