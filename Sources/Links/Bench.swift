// What is true around a simulated or emulated board: for verdicts that need more than the board's own word.

import Emulator
import Foundation
import HostSession
import Quantities
import SerialLink
import Simulation
import Wire

/// A field that was in force, and where the instrument pointed then.
public struct BenchField: Sendable, Equatable {
  /// As the chip had to see it, sensor axes.
  public var counts: SIMD3<Int32>
  /// Clockwise from magnetic north.
  public var headingDegrees: Double
  /// Magnetic north east of true north; `nil` in a world that is nowhere in particular.
  public var declinationDegrees: Double?
}

/// The world around a board.
public protocol Bench: AnyObject {
  /// True horizontal field, nanotesla.
  var horizontalNanotesla: Double { get }
  /// The hard iron as the device sees it, in 1/256 nanotesla: what the calibration has to take off.
  var hardIronQ8: SIMD3<Int32> { get }
  /// Whether fields are known by the device's own clock, so that no estimate of it is needed.
  var usesDeviceClock: Bool { get }
  /// The fields that may have been in force when `reading` was taken.
  func fields(of reading: Reading, clock: ClockTrack) -> [BenchField]
  /// What a capture must keep so that a replay reaches the same verdict: lines of text, none of them twice.
  func notes() -> [String]
  /// Nobody will ask about readings before this device time, nor for notes of them.
  func forget(before instant: Instant)
}

extension Bench {
  /// What is small is kept.
  public func forget(before instant: Instant) {}

  /// Whether there is iron that a calibration has to take off.
  public var hasIron: Bool { hardIronQ8 != SIMD3(repeating: 0) }
}

/// Benches out of captures.
public enum Benches {
  /// The bench that the notes of a capture tell of.
  /// - Returns: `nil` when they tell of none: the capture is of a real board, or of one without a magnetometer.
  public static func captured(_ notes: [String]) -> (any Bench)? {
    FieldBench(notes: notes) ?? SimulatedBench(notes: notes)
  }
}

/// A field with the host times between which the change to it began and ended.
struct TimedField: Sendable, Equatable {
  var nanotesla: SIMD3<Int>
  /// `MonotonicClock` nanoseconds.
  var began: UInt64
  var ended: UInt64
}

/// Where timed fields come from: a running emulator's log, or the notes of a capture.
protocol FieldSource: AnyObject {
  /// Every field so far, oldest first.
  var timed: [TimedField] { get }
  /// The fields that may have been in force during an interval of host nanoseconds.
  func timed(during interval: ClosedRange<UInt64>) -> [TimedField]
}

/// The bench around an emulated chip whose field is set from outside.
public final class FieldBench: Bench {
  public let horizontalNanotesla: Double
  public let usesDeviceClock = false
  private let hardIron: SIMD3<Double>
  private let source: any FieldSource
  private var notedFields = 0

  /// The driver stamps a sample before it asks the chip; the transactions that follow take at most this long.
  private static let readNanoseconds: Int64 = 3_000_000

  init(horizontalNanotesla: Double, hardIron: SIMD3<Double>, source: any FieldSource) {
    self.horizontalNanotesla = horizontalNanotesla
    self.hardIron = hardIron
    self.source = source
  }

  /// The bench of a capture, out of what `notes` of the live one wrote.
  convenience init?(notes: [String]) {
    guard let captured = CapturedFields(notes: notes) else { return nil }
    self.init(horizontalNanotesla: captured.horizontal, hardIron: captured.hardIron, source: captured)
  }

  /// The emulator truncates counts, so that on average the device sees half a count less than was set.
  public var hardIronQ8: SIMD3<Int32> {
    let half = SIMD3(50_000.0 / 1100, 50_000.0 / 1100, 50_000.0 / 980)
    let q8 = ((hardIron - half) * 256).rounded(.toNearestOrAwayFromZero)
    return SIMD3<Int32>(Int32(q8.x), Int32(q8.y), Int32(q8.z))
  }

  public func fields(of reading: Reading, clock: ClockTrack) -> [BenchField] {
    guard let host = clock.host(at: reading.time), (1...7).contains(reading.scale.rawValue) else { return [] }
    let low = UInt64(max(0, host.lowerBound))
    let high = UInt64(max(0, host.upperBound + Self.readNanoseconds))
    return source.timed(during: low...max(low, high)).map { field in
      let counts = EmulatedField(x: field.nanotesla.x, y: field.nanotesla.y, z: field.nanotesla.z)
        .counts(gain: Int(reading.scale.rawValue))
      let horizontal = SIMD2(Double(field.nanotesla.x) - hardIron.x, Double(field.nanotesla.y) - hardIron.y)
      let heading = atan2(-horizontal.y, horizontal.x) * 180 / Double.pi
      return BenchField(
        counts: SIMD3(Int32(counts.x), Int32(counts.y), Int32(counts.z)),
        headingDegrees: heading < 0 ? heading + 360 : heading)
    }
  }

  public func notes() -> [String] {
    let fields = source.timed
    defer { notedFields = fields.count }
    let world = "world horizontal \(horizontalNanotesla) hard-iron \(hardIron.x) \(hardIron.y) \(hardIron.z)"
    return (notedFields == 0 ? [world] : [])
      + fields[notedFields...].map {
        "field \($0.nanotesla.x) \($0.nanotesla.y) \($0.nanotesla.z) began \($0.began) ended \($0.ended)"
      }
  }
}

extension FieldLog: FieldSource {
  var timed: [TimedField] { all.map(TimedField.init) }

  func timed(during interval: ClosedRange<UInt64>) -> [TimedField] {
    settings(during: interval).map(TimedField.init)
  }
}

extension TimedField {
  init(_ setting: FieldSetting) {
    nanotesla = SIMD3(setting.field.x, setting.field.y, setting.field.z)
    began = setting.changeBegan
    ended = setting.changeEnded
  }
}

/// The fields that a capture kept.
private final class CapturedFields: FieldSource {
  private(set) var timed: [TimedField] = []
  private(set) var horizontal = 0.0
  private(set) var hardIron = SIMD3<Double>.zero

  init?(notes: [String]) {
    for note in notes {
      let words = note.split(separator: " ")
      if words.first == "world", words.count == 7 {
        let numbers = [2, 4, 5, 6].compactMap { Double(words[$0]) }
        guard numbers.count == 4 else { return nil }
        horizontal = numbers[0]
        hardIron = SIMD3(numbers[1], numbers[2], numbers[3])
      } else if words.first == "field", words.count == 8 {
        // The last change may still have been under way: its end is the largest number there is. The counts of a field
        // beyond Int32 would have no place in one.
        guard let x = Int32(words[1]), let y = Int32(words[2]), let z = Int32(words[3]), let began = UInt64(words[5]),
          let ended = UInt64(words[7]), began <= ended
        else { return nil }
        timed.append(TimedField(nanotesla: SIMD3(Int(x), Int(y), Int(z)), began: began, ended: ended))
      }
    }
    guard horizontal > 0 else { return nil }
  }

  func timed(during interval: ClosedRange<UInt64>) -> [TimedField] {
    let first =
      timed.indices.last { $0 + 1 < timed.count && timed[$0 + 1].ended < interval.lowerBound }.map { $0 + 1 } ?? 0
    return timed[first...].prefix { $0.began <= interval.upperBound }.map { $0 }
  }
}
