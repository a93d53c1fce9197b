// What a data sheet says of a chip, as a script that a register model goes through alone, without a driver.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Runs the words of a script on a model. Numbers of registers and their values are hexadecimal, others decimal.
///
/// ```
/// 0F=3D            a read of the register gives this
/// 20<FC            a write
/// keeps 21 60 0C   bits 60 keep what is written, 0C act and are not tried, the others are read-only
/// fixed 0F         nothing changes the register
/// +12500           so many microseconds pass
/// field 1 2 3      nanotesla; force in thousandths of g, turn in thousandths of a degree a second, heat in thousandths of °C
/// row 06 01 00     consecutive bytes in one transaction, from a register on
/// low 28 1 2 3     three counts of sixteen bits, low byte first; high: high byte first; `low 1 28 5` is one
/// silent           the chip does not answer
/// off              the supply is lost
/// ```
struct ModelScript {
  private let model: SensorModel
  private var bus: ModelBus
  private var time: UInt64 = 0
  /// What has not been carried out; `line` is of the script, for messages.
  private var words: ArraySlice<Substring> = []
  private var line = ""

  /// - Parameter around: chips on the same bus.
  init(_ model: SensorModel, around: SensorModel...) {
    self.model = model
    bus = ModelBus(model)
    bus.chips += around
    model.noiseCounts = 0
  }

  mutating func run(_ script: String) {
    for text in script.split(separator: "\n") {
      line = String(text)
      words = line.split(separator: " ")[...]
      while let word = words.popFirst() { carryOut(word) }
    }
  }

  private mutating func carryOut(_ word: Substring) {
    switch word {
    case "keeps": keeps(hex(), hex(), words.isEmpty ? 0 : hex())
    case "fixed": fixed(hex())
    case "field": model.world.field = [number(), number(), number()]
    case "force": model.world.milliG = [number(), number(), number()]
    case "turn": model.world.milliDegrees = [number(), number(), number()]
    case "heat": model.world.milliCelsius = number()
    case "low": counts { low, _ in low }
    case "high": counts { _, high in high }
    case "row": row()
    case "silent": silent()
    case "off": model.powerOn()
    default: plain(word)
    }
  }

  private mutating func plain(_ word: Substring) {
    if word.hasPrefix("+"), let microseconds = UInt64(word.dropFirst()) {
      time += microseconds
      bus.advance(to: time)
      return
    }
    let parts = word.split { $0 == "=" || $0 == "<" }.compactMap { UInt8($0, radix: 16) }
    guard parts.count == 2 else {
      Issue.record("not understood: \(word) in \(line)")
      return
    }
    if word.contains("<") {
      write(parts[1], to: parts[0])
    } else {
      let found = read(parts[0])
      #expect(found == parts[1], "0x\(String(found, radix: 16)) in \(word) of: \(line)")
    }
  }

  /// `low 28 1 2 3`: from a register on, as many counts as follow.
  private mutating func counts(_ order: (_ low: Int, _ high: Int) -> Int) {
    let register = hex()
    var expected: [Int] = []
    while let next = words.first, let count = Int(next) {
      expected.append(count)
      words.removeFirst()
    }
    for (index, count) in expected.enumerated() {
      let bytes = [Int(read(register &+ UInt8(2 * index))), Int(read(register &+ UInt8(2 * index + 1)))]
      let unsigned = order(bytes[0] + 256 * bytes[1], bytes[1] + 256 * bytes[0])
      #expect(Int(Int16(truncatingIfNeeded: unsigned)) == count, "count \(index) of: \(line)")
    }
  }

  /// `row 06 01 00`: as many bytes as follow.
  private mutating func row() {
    let register = hex()
    var expected: [UInt8] = []
    while let next = words.first, next.count == 2, next.allSatisfy(\.isHexDigit) { expected.append(hex()) }
    do throws(BusFault) {
      let found = try bus.read(from: register, of: model.address, count: expected.count)
      for (index, byte) in expected.enumerated() { #expect(found[index] == byte, "byte \(index) of: \(line)") }
    } catch {
      Issue.record("\(error) in: \(line)")
    }
  }

  private mutating func silent() {
    var fault: BusFault?
    do throws(BusFault) { _ = try bus.read(from: 0, of: model.address, count: 1) } catch { fault = error }
    #expect(fault == .addressNotAcknowledged, "\(line)")
  }

  private mutating func keeps(_ register: UInt8, _ mask: UInt8, _ acting: UInt8) {
    for bit in 0..<8 where acting >> bit & 1 == 0 {
      let before = read(register)
      write((before & ~acting) ^ 1 << bit, to: register)
      let changed = (read(register) ^ before) & ~acting
      #expect(changed == mask & 1 << bit, "bit \(bit) of 0x\(String(register, radix: 16)) in: \(line)")
      write(before & ~acting, to: register)
    }
  }

  private mutating func fixed(_ register: UInt8) {
    let before = read(register)
    for value in [~before, 0x55, 0xaa] as [UInt8] { write(value, to: register) }
    #expect(read(register) == before, "0x\(String(register, radix: 16)) in: \(line)")
  }

  private mutating func read(_ register: UInt8) -> UInt8 {
    do throws(BusFault) { return try bus.read(from: register, of: model.address, count: 1)[0] } catch {
      Issue.record("0x\(String(register, radix: 16)): \(error) in: \(line)")
      return 0
    }
  }

  private mutating func write(_ value: UInt8, to register: UInt8) {
    do throws(BusFault) { try bus.write(value, to: register, of: model.address) } catch {
      Issue.record("0x\(String(register, radix: 16)): \(error) in: \(line)")
    }
  }

  private mutating func hex() -> UInt8 { words.popFirst().flatMap { UInt8($0, radix: 16) } ?? bad(0) }
  private mutating func number() -> Int { words.popFirst().flatMap { Int($0) } ?? bad(0) }

  private func bad<T>(_ instead: T) -> T {
    Issue.record("a number is missing in: \(line)")
    return instead
  }
}
