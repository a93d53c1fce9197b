// What a data sheet says of a chip in numbers: its driver keeps to each. The numbers stand in the chip's row, so that an altered
// one in the driver or in the model is noticed.
import Quantities
import SensorDrivers
import TestSupport
import Testing

extension ChipRow {
  /// What the data sheet says in numbers.
  func checkFacts() throws {
    checkRates()
    checkScales()
    checkKeptBits()
    for pause in pauses { try check(pause) }
    if let identities = identities ?? identity.map({ ($0.register, [$0.expected]) }) { checkIdentities(identities) }
  }

  /// Each rate is chosen when it is asked for, and given.
  private func checkRates() {
    for (index, rate) in rates.enumerated() {
      var bench = Bench(model(), atLeast: rate)
      #expect(bench.driver.milliHertz == rate)
      bench.driver.setRate(atLeast: rate + 1)
      #expect(bench.driver.milliHertz == rates[min(index + 1, rates.count - 1)])
      bench.driver.setRate(atLeast: rate)
      #expect(bench.driver.milliHertz == rate)
      let period = 1_000_000_000 / UInt64(rate)
      let step = min(max(period / 8, 50), 1000)
      // Bring-up, and the measurements that are thrown away.
      bench.run(for: 100_000 + 10 * period, every: step)
      bench.forget()
      bench.run(for: 40 * period, every: step)
      #expect(abs(bench.samples.count - 40) <= 3, "\(rate) mHz: \(bench.samples.count) samples in 40 periods")
      #expect(bench.samples.allSatisfy { !"\($0)".contains("isStale: true") }, "\(rate) mHz: stale samples")
      #expect(bench.errors.isEmpty)
    }
    var bench = Bench(model(), atLeast: .max)
    #expect(bench.driver.milliHertz == rates.last)
    bench.driver.setRate(atLeast: 0)
    #expect(bench.driver.milliHertz == rates.first)
  }

  /// Saturation leads to the widest scale and no further, and a small field back to the finest.
  private func checkScales() {
    #expect(Chip.finestScale == scales.lowerBound && Chip.widestScale == scales.upperBound)
    var bench = Bench(model())
    bench.run(milliseconds: 200)
    #expect(bench.driver.scaleCode == scales.lowerBound)
    bench.model.world.field = [20_000_000, 20_000_000, 20_000_000]
    bench.model.world.milliG = [100_000, 100_000, 100_000]
    bench.model.world.milliDegrees = [9_000_000, 9_000_000, 9_000_000]
    bench.run(milliseconds: 3000)
    #expect(bench.driver.scaleCode == scales.upperBound)
    bench.model.world.field = [1000, -1000, 500]
    bench.model.world.milliG = [50, -50, 20]
    bench.model.world.milliDegrees = [0, 0, 0]
    bench.run(milliseconds: 100_000)
    #expect(bench.driver.scaleCode == scales.lowerBound)
    #expect(bench.errors.isEmpty)
  }

  /// A bit that the chip does not keep is found when the driver looks at its configuration again; another is let alone.
  func checkKeptBits() {
    for (register, mask) in kept {
      for bit in 0..<8 {
        var bench = Bench(model())
        bench.run(milliseconds: 200)
        if bank.register != 0 { bench.model.write(bank.value, to: bank.register) }
        bench.model.clone = (register, bench.model.value(at: register) ^ 1 << bit)
        if bank.register != 0 { bench.model.write(0, to: bank.register) }
        bench.forget()
        bench.run(milliseconds: 1200)
        let found = bench.errors.contains { $0.kind == .configurationNotKept && $0.register == register }
        #expect(found == (mask >> bit & 1 == 1), "register 0x\(String(register, radix: 16)), bit \(bit)")
      }
    }
  }

  private func check(_ pause: (after: String, milliseconds: UInt64)) throws {
    var bench = Bench(model())
    var ended: UInt64?
    var waited: UInt64?
    for _ in 0..<10_000 where waited == nil {
      let before = bench.bus.transcript.count
      bench.run(for: 50, every: 50)
      guard bench.bus.transcript.count > before else { continue }
      if let ended { waited = bench.time - ended }
      if bench.bus.transcript.last == pause.after { ended = bench.time }
    }
    let milliseconds = try #require(waited, "\(pause.after) is written")
    #expect(milliseconds >= pause.milliseconds * 1000 && milliseconds < pause.milliseconds * 1000 + 200)
  }

  private func checkIdentities(_ identity: (register: UInt8, values: [UInt8])) {
    for value in UInt8.min...UInt8.max {
      var bench = Bench(model())
      bench.model.clone = (identity.register, value)
      bench.run(milliseconds: 50)
      #expect(
        (bench.driver.identity != .absent) == identity.values.contains(value), "identity 0x\(String(value, radix: 16))")
    }
  }
}
