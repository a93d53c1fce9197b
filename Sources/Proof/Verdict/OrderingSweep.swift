// Tests whether an angle function distinguishes all directions of a ring and keeps their order.

import Foundation
import IntegerTrigonometry
import Quantities

/// Calls an angle function for the distinct directions with inner² ≤ x² + y² ≤ outer², in their true order.
///
/// The directions of the first octant come in exact order as a Farey sequence (neighbours a/b, c/d with next = k·c − a
/// over k·d − b, k = ⌊(n + b)/d⌋; G. H. Hardy, E. M. Wright, "An Introduction to the Theory of Numbers", chapter III).
/// A direction is in the ring if a multiple of its primitive vector is. The other octants follow by reflection; the
/// function is also called for them.
package struct OrderingSweep: Sendable {
  package typealias Function = AngleSweep.Function

  /// The results of the sweep.
  package struct Tally: Equatable, Sendable {
    /// Directions whose angle was compared with its predecessor's.
    package var directions: UInt64 = 0
    /// Directions whose angle was not larger than that of their predecessor.
    package var violations: UInt64 = 0
    /// The first such direction.
    package var first: (y: Int32, x: Int32)?
    /// The largest difference between parallel vectors of the ring, the shortest and the longest, in 2^−32 turns.
    package var parallelSpread: UInt32 = 0

    package init() {}

    package static func == (a: Tally, b: Tally) -> Bool {
      (a.directions, a.violations, a.parallelSpread) == (b.directions, b.violations, b.parallelSpread)
        && a.first?.y == b.first?.y && a.first?.x == b.first?.x
    }
  }

  /// The smallest radius of the ring.
  package var inner: Int32
  /// The largest radius of the ring.
  package var outer: Int32

  /// The ring for which the order is promised is 150…2000.
  package init(inner: Int32 = 150, outer: Int32 = 2000) {
    (self.inner, self.outer) = (inner, outer)
  }

  /// Goes once around the circle, starting at the x axis.
  /// - Parameter progress: called at intervals with the number of directions so far and of all; returns false to stop.
  package func run(function: Function, progress: (UInt64, UInt64) -> Bool = { _, _ in true }) -> Tally {
    var tally = Tally()
    var last: UInt32?
    let octant = primitives()
    let all = UInt64(8 * (octant.count - 1))
    for turn in 0..<8 {
      let isMirrored = turn % 2 == 1
      // Each octant includes its first edge; its last edge belongs to the next octant.
      let ordered = isMirrored ? Array(octant.dropFirst().reversed()) : Array(octant.dropLast())
      for (y, x) in ordered {
        let (vy, vx) = Self.turned(isMirrored ? (x, y) : (y, x), quarters: turn / 2)
        check(vy, vx, &last, &tally, function)
        if tally.directions & 0xffff == 0, !progress(tally.directions, all) { return tally }
      }
    }
    return tally
  }

  private func check(_ y: Int32, _ x: Int32, _ last: inout UInt32?, _ tally: inout Tally, _ function: Function) {
    let square = Int64(y) * Int64(y) + Int64(x) * Int64(x)
    let length = Double(square).squareRoot()
    let shortest = Int32((Double(inner) / length).rounded(.up))
    let longest = Int32(Double(outer) / length)
    guard let a = function(y * shortest, x * shortest)?.rawValue, let b = function(y * longest, x * longest)?.rawValue
    else {
      tally.violations += 1
      tally.first = tally.first ?? (y, x)
      return
    }
    tally.parallelSpread = max(tally.parallelSpread, (a &- b) < (b &- a) ? a &- b : b &- a)
    // The smallest angle of this direction must be above the largest angle of the previous one.
    let (low, high) = (min(a, b), max(a, b))
    tally.directions += 1
    if let last, low <= last {
      tally.violations += 1
      tally.first = tally.first ?? (y, x)
    }
    last = high
  }

  /// Rotates (y, x) by quarter turns.
  private static func turned(_ v: (Int32, Int32), quarters: Int) -> (Int32, Int32) {
    switch quarters {
    case 1: (v.1, -v.0)
    case 2: (-v.0, -v.1)
    case 3: (-v.1, v.0)
    default: v
    }
  }

  /// The primitive vectors (y, x), 0 ≤ y ≤ x, that have a multiple in the ring, in the order of their directions.
  private func primitives() -> [(Int32, Int32)] {
    var result: [(Int32, Int32)] = []
    var (a, b, c, d): (Int32, Int32, Int32, Int32) = (0, 1, 1, outer)
    func keep(_ y: Int32, _ x: Int32) {
      let square = Int64(y) * Int64(y) + Int64(x) * Int64(x)
      guard square <= Int64(outer) * Int64(outer) else { return }
      let length = Double(square).squareRoot()
      if (Double(inner) / length).rounded(.up) <= (Double(outer) / length).rounded(.down) { result.append((y, x)) }
    }
    keep(a, b)
    while c <= d {
      keep(c, d)
      if c == d { break }
      let k = (outer + b) / d
      (a, b, c, d) = (c, d, k * c - a, k * d - b)
    }
    return result
  }
}
