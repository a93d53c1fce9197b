// The result of turning a board by hand: its rate, its lost frames, and the measured field.

import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

/// The figures of one turn.
struct SiliconTurn {
  /// Directions of 30°: 0 is from north to 30°.
  static let sectors = 12

  private(set) var readings = 0
  private(set) var withHeading = 0
  /// X and Y of the raw field, microtesla. Iron on the board only moves their circle.
  private var level: [SIMD2<Double>] = []
  private var strengths: [Double] = []
  private var times: [UInt64] = []
  private(set) var repeated = 0
  /// Frames that were lost or damaged during the turn.
  var lost = 0

  mutating func add(_ reading: Reading) {
    readings += 1
    if reading.flags.contains(.stale) {
      repeated += 1
      return
    }
    let field = reading.field.nanotesla
    strengths.append((pow(Double(field.x), 2) + pow(Double(field.y), 2) + pow(Double(field.z), 2)).squareRoot() / 1000)
    times.append(reading.time.microseconds)
    level.append(SIMD2(Double(field.x), Double(field.y)) / 1000)
    if reading.mode != .unavailable { withHeading += 1 }
  }

  /// How many of the directions were seen from the middle of the circle of the raw field; 0 if the circle is smaller
  /// than the field of any inhabited place (5 µT).
  var directions: Int {
    guard let first = level.first else { return 0 }
    let (least, greatest) = level.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    let size = greatest - least
    guard min(size.x, size.y) >= 2 * 5 else { return 0 }
    let middle = (least + greatest) / 2
    let turns = level.map { atan2($0.y - middle.y, $0.x - middle.x) / (2 * .pi) + 0.5 }
    return Set(turns.map { min(Int($0 * Double(Self.sectors)), Self.sectors - 1) }).count
  }

  /// New samples a second.
  var hertz: Double {
    guard let first = times.first, let last = times.last, last > first else { return 0 }
    return Double(times.count - 1) * 1e6 / Double(last - first)
  }

  /// Strength in microtesla: mean, smallest and largest; zeros without a sample.
  var strength: (mean: Double, least: Double, greatest: Double) {
    (
      strengths.isEmpty ? 0 : strengths.reduce(0, +) / Double(strengths.count), strengths.min() ?? 0,
      strengths.max() ?? 0
    )
  }

  /// Whether the board gave samples in all directions without a loss.
  var isPassed: Bool { directions >= 10 && withHeading > 0 && lost == 0 }

  var json: JSONObject {
    [
      "what": "turn", "pass": .bool(isPassed), "readings": .integer(readings), "withHeading": .integer(withHeading),
      "stale": .integer(repeated), "lost": .integer(lost), "directionsSeen": .integer(directions),
      "samplesPerSecond": .fixed(hertz, decimals: 2), "meanMicrotesla": .fixed(strength.mean, decimals: 2),
      "leastMicrotesla": .fixed(strength.least, decimals: 2),
      "greatestMicrotesla": .fixed(strength.greatest, decimals: 2),
    ]
  }

  var text: String {
    let field = strength
    return
      "\(directions) of \(Self.sectors) directions, \(readings) readings, \(Digits.fixed(hertz, 1)) samples a second, "
      + "\(lost) lost; field \(Digits.fixed(field.mean, 1)) µT, \(Digits.fixed(field.least, 1)) to "
      + "\(Digits.fixed(field.greatest, 1))"
  }
}
