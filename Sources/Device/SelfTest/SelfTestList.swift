// The checks that run unchanged on the host, on emulated boards and on real ones.
//
// Each check is a function that returns what it measured, in the unit that its name says. The expected values were
// computed elsewhere (Double arithmetic, published check values), never by the code under test. The inputs of a check
// come from a table or a loop: with constants the compiler would compute the result itself, and the device would
// compute nothing. To add a check, write the function in the file of its module, and give it a name, a limit and a
// place in `measure`.

import LinkProtocol

/// The list of checks.
public enum SelfTestList {
  /// How many checks there are.
  public static var count: Int { 15 }

  /// One line per check.
  private static var names: StaticString {
    """
    rounding rules, mismatches
    exact ratio and square roots, mismatches
    CRC-32 check value, mismatches
    frame through encoder and decoder, mismatches
    decoder after a damaged frame, mismatches
    angle on axes and diagonals, mismatches
    angle against Double, 2^-32 turns
    rotation against Double, parts in 2^20
    counts to nT and micro-g, mismatches
    correction order S(m - h), mismatches
    record bytes there and back, mismatches
    level heading at the quarters, mismatches
    tilted heading against Double, 2^-32 turns
    world model against official values, nT/256
    undefined directions are said to be so, mismatches

    """
  }

  /// The largest allowed value of each check. No mismatch is allowed. 4 steps of 2^−32 turn, because `Cordic.angle` is
  /// within 3.1 of the exact angle and the expected angles are rounded. 119 of these steps are 1e-5 degrees, the error
  /// bound of `TiltCompensation`. 26/256 nT are 0.1 nT.
  #if objectFormat(ELF)
    @section(".rodata.selftest.limits")
  #endif
  private static let limits: [15 of UInt8] = [0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 119, 26, 0]

  /// Runs one check.
  /// - Parameter index: 0 ..< `count`.
  @export(interface)
  public static func run(_ index: Int) -> SelfTestReport {
    let measured = measure(index)
    let limit = Int32(truncatingIfNeeded: Int(limits[index]))
    return SelfTestReport(
      index: UInt8(truncatingIfNeeded: index), total: UInt8(truncatingIfNeeded: count),
      status: measured <= limit ? .passed : .failed, measured: measured, limit: limit,
      name: SelfTestName(line: index, of: names))
  }

  @inline(never)
  private static func measure(_ index: Int) -> Int32 {
    switch index {
    case 0: roundingRules()
    case 1: ratioAndRoots()
    case 2: checksum()
    case 3: frameRoundTrip()
    case 4: frameAfterDamage()
    case 5: exactAngles()
    case 6: anglesAgainstDouble()
    case 7: rotationAgainstDouble()
    case 8: sensorDecoding()
    case 9: correctionOrder()
    case 10: recordRoundTrip()
    case 11: levelQuarters()
    case 12: tiltedAgainstDouble()
    case 13: worldModelRows()
    default: undefinedDirections()
    }
  }
}

/// The largest distance of a found value from the expected value.
struct WorstDistance {
  private(set) var value: Int32 = 0

  /// The difference wraps, as angles do.
  @inline(never)
  mutating func compare(_ found: Int32, _ expected: Int32) {
    let distance = Int32(truncatingIfNeeded: (found &- expected).magnitude)
    if distance > value { value = distance }
  }

  /// Records that nothing was found where there should be a value.
  mutating func fail() { value = Int32.max }
}

/// Counts conditions that do not hold.
struct Mismatches {
  private(set) var count: Int32 = 0

  @inline(__always)
  mutating func expect(_ holds: Bool) {
    if !holds { count &+= 1 }
  }
}
