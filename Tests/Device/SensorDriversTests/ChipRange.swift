// Checks of what a chip counts, from one end of its registers to the other, and of what is beyond its range. Counts and limits
// stand in the chip's tests.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// How many of all numbers of sixteen bits a chip's driver decodes wrongly.
/// - Parameters:
///   - order: makes the data registers of three counts: `lowFirst` or `highFirst`.
///   - decode: gives the driver's counts of data registers.
///   - isRight: what else must hold of a number, which is the count on X, and of the three counts.
func wrongCounts(
  _ order: ([Int]) -> RegisterBytes, _ decode: (RegisterBytes) -> Vector3, isRight: (Int, Vector3) -> Bool
) -> Int {
  (-32_768...32_767).count { count in
    let axes = [count, -1 - count, count ^ 0x55]
    let counts = decode(order(axes))
    return counts != Vector3(x: Int32(axes[0]), y: Int32(axes[1]), z: Int32(axes[2])) || !isRight(count, counts)
  }
}

/// Whether the scales from `finest` on give the force of a count, when they have so many counts in g, to 1 µg.
func forcesAreExact(_ count: Int, _ counts: Vector3, from finest: UInt8, perG: [Int]) -> Bool {
  perG.enumerated().allSatisfy { index, perG in
    let force = ForceScale(rawValue: finest + UInt8(index)).force(of: counts)
    return force?.microG.x == roundedHalfUp(count, 1_000_000, over: perG)
  }
}

/// Whether a scale gives the turn of a count, which is worth so many degrees a second, to half of 2^−20 rad/s and what the
/// table's fraction below 2^16 is off.
func turnIsExact(_ count: Int, _ counts: Vector3, scale: UInt8, degrees: Double) -> Bool {
  let expected = Double(count) * degrees * Double.pi / 180 * 1_048_576
  let found = Double(RateScale(rawValue: scale).rate(of: counts)?.q20.x ?? .max)
  return abs(found - expected) <= 0.5 + abs(expected) * 1e-5
}

extension DriverBench where Bus == ModelBus {
  /// Whether samples are marked as beyond the range, at each of these levels on each axis while the others are 0.
  /// - Parameters:
  ///   - quantity: what acts on the chip, in the unit of `ModelWorld`.
  ///   - mark: where a sample has the mark.
  static func checkMark(
    _ mark: KeyPath<Chip.Sample, Bool>, _ model: SensorModel, _ quantity: WritableKeyPath<ModelWorld, [Int]>,
    _ levels: [(level: Int, isBeyond: Bool)]
  ) throws {
    var bench = DriverBench(model)
    model.noiseCounts = 0
    bench.run(milliseconds: 200)
    for (level, isBeyond) in levels {
      for axis in 0..<3 {
        model.world[keyPath: quantity] = [0, 0, 0]
        model.world[keyPath: quantity][axis] = level
        bench.forget()
        bench.run(milliseconds: 60)
        #expect(try #require(bench.samples.last)[keyPath: mark] == isBeyond, "\(level) on axis \(axis)")
      }
    }
    #expect(bench.errors.isEmpty)
  }
}
