// The true state around a simulated or emulated board, for checks that need more than the board's own statements.

import Emulator
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Simulation

/// The world around a board.
package protocol Bench: AnyObject {
  /// True horizontal field, nanotesla.
  var horizontalNanotesla: Double { get }
  /// The hard iron that the device sees, in 1/256 nanotesla: the value that the calibration has to find.
  var hardIronQ8: SIMD3<Int32> { get }
  /// Whether the times of the fields refer to the device's own clock, so that no estimate of that clock is needed.
  var usesDeviceClock: Bool { get }
  /// The fields that may have been present when `reading` was measured.
  func fields(of reading: Reading, clock: ClockTrack) -> [TrueField]
  /// The lines of text that a capture must contain so that its replay gives the same verdict. Called once, at the end.
  func notes() -> [String]
  /// No one will ask about readings before this device time, or for notes about them.
  func forget(before instant: Instant)
}

extension Bench {
  /// The default keeps everything, for benches that need little memory.
  package func forget(before instant: Instant) {}

  /// Whether there is hard iron that a calibration has to find.
  package var hasIron: Bool { hardIronQ8 != SIMD3(repeating: 0) }
}

/// Creates benches from captures.
package enum Benches {
  /// The bench that the notes of a capture describe.
  /// - Returns: `nil` when they describe none: the capture is of a real board, or of a board without a magnetometer.
  package static func captured(_ notes: [String]) -> (any Bench)? {
    FieldBench(notes: notes) ?? LoopbackBench(notes: notes)
  }
}

/// The bench around an emulated chip whose field is set from outside.
final class FieldBench: Bench {
  let horizontalNanotesla: Double
  let usesDeviceClock = false
  private let hardIron: SIMD3<Double>
  /// The log of a running emulator, or a log from the notes of a capture.
  private let log: FieldLog

  /// The driver reads the time of a sample before it reads the chip. The transactions that follow take at most this
  /// long.
  private static let readNanoseconds: Int64 = 3_000_000

  init(horizontalNanotesla: Double, hardIron: SIMD3<Double>, log: FieldLog) {
    self.horizontalNanotesla = horizontalNanotesla
    self.hardIron = hardIron
    self.log = log
  }

  /// The emulator truncates counts. On average the device therefore sees half a count less than the field that was set.
  var hardIronQ8: SIMD3<Int32> {
    let q8 = ((hardIron - SensorModel.emulatedBench.halfCountNanotesla) * 256).rounded(.toNearestOrAwayFromZero)
    return SIMD3<Int32>(Int32(q8.x), Int32(q8.y), Int32(q8.z))
  }

  func fields(of reading: Reading, clock: ClockTrack) -> [TrueField] {
    guard let host = clock.host(at: reading.time), EmulatedField.zero.counts(scale: reading.scale.rawValue) != nil
    else {
      return []
    }
    let low = UInt64(max(0, host.lowerBound))
    let high = UInt64(max(0, host.upperBound + Self.readNanoseconds))
    return log.settings(during: low...max(low, high)).compactMap { setting in
      guard let counts = setting.field.counts(scale: reading.scale.rawValue) else { return nil }
      let horizontal = SIMD2(Double(setting.field.x) - hardIron.x, Double(setting.field.y) - hardIron.y)
      let heading = atan2(-horizontal.y, horizontal.x) * 180 / Double.pi
      return TrueField(
        counts: SIMD3(Int32(counts.x), Int32(counts.y), Int32(counts.z)),
        headingDegrees: heading < 0 ? heading + 360 : heading)
    }
  }

  func notes() -> [String] {
    ["world horizontal \(horizontalNanotesla) hard-iron \(hardIron.x) \(hardIron.y) \(hardIron.z)"]
      + log.all.map {
        "field \($0.field.x) \($0.field.y) \($0.field.z) began \($0.changeBegan) ended \($0.changeEnded)"
      }
  }

  /// The bench of a capture, from the notes that the live bench wrote; `nil` when there are none or they are not valid.
  convenience init?(notes: [String]) {
    var world: [Double] = []
    let log = FieldLog()
    for note in notes {
      let words = note.split(separator: " ")
      if words.first == "world", words.count == 7 {
        world = [2, 4, 5, 6].compactMap { Double(words[$0]) }
        guard world.count == 4 else { return nil }
      } else if words.first == "field", words.count == 8 {
        // The last change may still have been in progress: its end is then the largest UInt64. A field beyond Int32 is
        // refused, because its counts would not fit into Int32.
        guard let x = Int32(words[1]), let y = Int32(words[2]), let z = Int32(words[3]), let began = UInt64(words[5]),
          let ended = UInt64(words[7]), began <= ended
        else { return nil }
        log.append(
          FieldSetting(field: EmulatedField(x: Int(x), y: Int(y), z: Int(z)), changeBegan: began, changeEnded: ended))
      }
    }
    guard world.count == 4, world[0] > 0 else { return nil }
    self.init(horizontalNanotesla: world[0], hardIron: SIMD3(world[1], world[2], world[3]), log: log)
  }
}
