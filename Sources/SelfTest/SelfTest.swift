// The checks that run unchanged on the host, on emulated boards and on real ones.
//
// Each check is a function that returns what it measured and the limit it holds it against. Expected values were
// computed elsewhere (Double arithmetic, published check values), never by the code under test. To add one: write the
// function in the file of its room, give it a name and a place in `run`, and raise `count`.

import Wire

/// What one check found.
public struct SelfTestOutcome: Equatable, Sendable {
  public var status: SelfTestStatus
  /// In the unit that the check's name says.
  public var measured: Int32
  /// `measured` must not be larger.
  public var limit: Int32

  /// Passed when `measured` is at most `limit`.
  init(measured: Int32, limit: Int32) {
    status = measured <= limit ? .passed : .failed
    self.measured = measured
    self.limit = limit
  }

  /// Counts mismatches; one is too many.
  init(mismatches: Int32) { self.init(measured: mismatches, limit: 0) }
}

/// The list of checks.
public enum SelfTest {
  /// How many checks there are.
  public static var count: Int { 15 }

  /// Runs one check.
  /// - Parameter index: 0 ..< `count`.
  @export(interface)
  public static func run(_ index: Int) -> SelfTestReport {
    let outcome: SelfTestOutcome
    let name: StaticString
    switch index {
    case 0: (name, outcome) = ("rounding rules, mismatches", roundingRules())
    case 1: (name, outcome) = ("exact ratio and square roots, mismatches", ratioAndRoots())
    case 2: (name, outcome) = ("CRC-32 check value, mismatches", checksum())
    case 3: (name, outcome) = ("frame through encoder and decoder, mismatches", frameRoundTrip())
    case 4: (name, outcome) = ("decoder after a damaged frame, mismatches", frameAfterDamage())
    case 5: (name, outcome) = ("angle on axes and diagonals, mismatches", exactAngles())
    case 6: (name, outcome) = ("angle against Double, 2^-32 turns", anglesAgainstDouble())
    case 7: (name, outcome) = ("rotation against Double, parts in 2^20", rotationAgainstDouble())
    case 8: (name, outcome) = ("LSM303DLHC decoding, mismatches", sensorDecoding())
    case 9: (name, outcome) = ("correction order S(m - h), mismatches", correctionOrder())
    case 10: (name, outcome) = ("record bytes there and back, mismatches", recordRoundTrip())
    case 11: (name, outcome) = ("level heading at the quarters, mismatches", levelQuarters())
    case 12: (name, outcome) = ("tilted heading against Double, 2^-32 turns", tiltedAgainstDouble())
    case 13: (name, outcome) = ("world model against official values, nT/256", worldModelRows())
    default: (name, outcome) = ("undefined directions are said to be so, mismatches", undefinedDirections())
    }
    return SelfTestReport(
      index: UInt8(truncatingIfNeeded: index), total: UInt8(truncatingIfNeeded: count), status: outcome.status,
      measured: outcome.measured, limit: outcome.limit, name: name)
  }
}

/// The largest distance of a found value from the one expected.
struct WorstDistance {
  private(set) var value: Int32 = 0

  /// Differences wrap, as angles do.
  @inline(never)
  mutating func take(_ found: Int32, _ expected: Int32) {
    let distance = Int32(truncatingIfNeeded: (found &- expected).magnitude)
    if distance > value { value = distance }
  }

  /// Nothing was found where something should be.
  mutating func fail() { value = Int32.max }
}

/// Counts checks that did not hold.
struct Mismatches {
  private(set) var count: Int32 = 0

  @inline(__always)
  mutating func expect(_ holds: Bool) {
    if !holds { count &+= 1 }
  }
}
