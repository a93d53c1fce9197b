// Writes a heading as CAN frames of NMEA 2000, in the text form RAW of the gateways by Yacht Devices.
//
// A line is "hh:mm:ss.ddd R 09F11217 00 …": the time in UTC, R for a frame received from the network, the CAN identifier,
// and up to eight bytes, with a carriage return and a line feed at the end (Yacht Devices, "NMEA 2000 Wi-Fi Gateway
// YDWG-02 user manual", appendix E).
//
// The standard itself is not public. Fields, units, priorities and intervals follow the database of CANboat
// (canboat.github.io/canboat), which was made by observing devices; that the intervals are those of the standard is
// not confirmed.
import Foundation

/// Converts readings to frames.
package struct NMEA2000Frames: Sendable {
  /// The address in every frame. The frames reach no bus, on which an address would have to be claimed.
  static let address: UInt32 = 0x23
  /// Seconds between two frames of 127257 and of 127258 (CANboat: 1000 ms).
  static let slowPeriod = 1.0
  /// A frame that comes slightly early counts as due.
  private static let slack = 0.04

  private var sequence: UInt8 = 0
  private var lastSlow: Double?
  /// Whether the last attitude that was sent had values.
  private var tellsAttitude = false

  package init() {}

  /// The frames of one reading, each as a line with its line end.
  /// - Parameter seconds: when the reading was received, since 1970.
  package mutating func lines(_ said: HeadingStatement, at seconds: Double) -> String {
    let time = UTCText(secondsSince1970: seconds).time
    var frames = [heading(said), rateOfTurn(said)]
    // A clock that was set backwards does not stop them.
    let isDue = lastSlow.map { seconds < $0 || seconds >= $0 + Self.slowPeriod - Self.slack } ?? true
    if isDue { lastSlow = seconds }
    // What is known is told when it is due, and taken back at once and once.
    let hasAttitude = said.pitch != nil || said.roll != nil
    if hasAttitude ? isDue : tellsAttitude {
      frames.append(attitude(said))
      tellsAttitude = hasAttitude
    }
    if isDue, let variation = said.variation { frames.append(self.variation(variation)) }
    // 253 and above mean "no sequence".
    sequence = sequence == 252 ? 0 : sequence + 1
    return frames.map { "\(time) R \($0.text)\r\n" }.joined()
  }

  /// 127250, vessel heading: always with reference to magnetic north, so that it is the heading before the deviation.
  private func heading(_ said: HeadingStatement) -> Frame {
    var frame = Frame(127_250, priority: 2, sequence)
    frame.add(unsigned: said.sensorHeading.map { $0 * .pi / 180 }, unit: 0.0001, below: 2 * .pi)
    frame.add(signed: said.deviation.map { $0 * .pi / 180 }, unit: 0.0001)
    frame.add(signed: said.variation.map { $0 * .pi / 180 }, unit: 0.0001)
    // Two bits: 1 is magnetic. The others are reserved and set.
    frame.bytes.append(0b1111_1101)
    return frame
  }

  /// 127251, rate of turn: radians per second, positive to starboard.
  private func rateOfTurn(_ said: HeadingStatement) -> Frame {
    var frame = Frame(127_251, priority: 2, sequence)
    let units = said.rateOfTurn.map { ($0 / 60 * .pi / 180 / 3.125e-8).rounded() }
    let value = units.flatMap { abs($0) < 0x7fff_fffd ? Int32($0) : nil } ?? Int32.max
    frame.add(bits: UInt32(bitPattern: value), bytes: 4)
    frame.bytes += [0xff, 0xff, 0xff]
    return frame
  }

  /// 127257, attitude. Its yaw is left empty.
  private func attitude(_ said: HeadingStatement) -> Frame {
    var frame = Frame(127_257, priority: 3, sequence)
    frame.add(signed: nil, unit: 0.0001)
    frame.add(signed: said.pitch.map { $0 * .pi / 180 }, unit: 0.0001)
    frame.add(signed: said.roll.map { $0 * .pi / 180 }, unit: 0.0001)
    frame.bytes.append(0xff)
    return frame
  }

  /// 127258, magnetic variation.
  private func variation(_ degrees: Double) -> Frame {
    var frame = Frame(127_258, priority: 7, sequence)
    // Source 3 is an automatic calculation: there is no number for the world model of 2025. The date is left empty.
    frame.bytes.append(0xf3)
    frame.add(bits: 0xffff, bytes: 2)
    frame.add(signed: degrees * .pi / 180, unit: 0.0001)
    frame.bytes += [0xff, 0xff]
    return frame
  }

  /// One CAN frame.
  private struct Frame {
    private let identifier: UInt32
    var bytes: [UInt8]

    /// - Parameter priority: 0 (highest) to 7.
    init(_ group: UInt32, priority: UInt32, _ sequence: UInt8) {
      identifier = priority << 26 | group << 8 | NMEA2000Frames.address
      bytes = [sequence]
    }

    /// Little-endian.
    mutating func add(bits: UInt32, bytes count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * index))) }
    }

    /// 16 bits with sign; the largest value means "not available", the two below it are reserved.
    mutating func add(signed value: Double?, unit: Double) {
      let units = value.map { ($0 / unit).rounded() }
      let bits = units.flatMap { abs($0) <= 0x7ffc ? Int16($0) : nil } ?? Int16.max
      add(bits: UInt32(UInt16(bitPattern: bits)), bytes: 2)
    }

    /// 16 bits of an angle from 0 up to but not including `end`; 0xffff means "not available".
    mutating func add(unsigned value: Double?, unit: Double, below end: Double) {
      // A value that rounds to the whole circle is 0.
      let whole = (end / unit).rounded(.down)
      let bits = value.map { ($0 / unit).rounded() }.map { $0 > whole ? 0 : UInt32(max(0, $0)) } ?? 0xffff
      add(bits: bits, bytes: 2)
    }

    var text: String {
      ([Self.hexadecimal(identifier, digits: 8)] + bytes.map { Self.hexadecimal(UInt32($0), digits: 2) })
        .joined(separator: " ")
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.count) + text
    }
  }
}
