// Where the search for the noise begins does not change where it ends.
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

/// What a solver finds in samples of an ellipsoid, rocked by `swing` radians, and in how many slices.
private struct Solved {
  var state = ModelSolver.State.notDetermined
  var ellipsoid: [Int32] = []
  var slices = 0
  /// A coordinate of the moments, nT.
  var unit = 0.0

  /// - Parameters:
  ///   - noise: of the samples on each axis, nT.
  ///   - guess: that the search begins with.
  init(swing: Double, noise: Double, guess: Double) {
    var random = SeededGenerator(seed: 21)
    let body = Body(centre: (60_000, -20_000, 30_000), gain: [1.2, 0.1, 0, 0.9, 0, 0.94], noise: noise)
    var moments = Moments()
    for i in 0..<600 {
      let (tilt, angle) = (swing * sin(Double(i) * 0.13), Double(i) * 0.21)
      moments.add(body.sample((cos(angle) * cos(tilt), sin(angle) * cos(tilt), sin(tilt)), &random))
    }
    for axis in 0..<3 as Range<Int32> { moments.centre(axis: axis) }
    unit = exp2(Double(moments.shift) - 8)
    var solver = ModelSolver()
    let white = guess / unit * (guess / unit) * 16
    solver.begin(ModelColumns(order: .ellipsoid, normal: 2), &moments, white: Int64(white))
    var factor = Triangle()
    while !solver.state.isFinal {
      solver.step(&moments, &factor)
      slices += 1
    }
    state = solver.state
    var found = Ellipsoid()
    if solver.shape(&found) {
      ellipsoid = (0..<3).map { found.centre[$0] } + (0..<6).map { found.matrix[$0] }
    }
  }

  /// The largest difference to another in a part of its centre, over the unit, or of S.
  func distance(to other: Solved) -> Double {
    zip(ellipsoid, other.ellipsoid).enumerated().map { i, pair in
      abs(Double(pair.0) - Double(pair.1)) / (i < 3 ? exp2(26) : exp2(24))
    }.max() ?? .infinity
  }
}

@Test func solver_thatBeginsWithTheNoiseThereIs_endsTheSame_andSooner() {
  // Rocked to ±69°, ±29° and ±17°: the flatter, the longer the way from none. Slices of it, and of the way from the noise.
  for (swing, noise, long) in [(1.2, 1_500.0, 11), (0.5, 1_500, 11), (0.3, 1_000, 16)] {
    let fromNone = Solved(swing: swing, noise: noise, guess: 0)
    let fromNoise = Solved(swing: swing, noise: noise, guess: 1.03 * noise)
    #expect(fromNone.state == .solved && fromNoise.state == .solved, "\(swing) rad")
    #expect(fromNoise.distance(to: fromNone) < 1e-4, "\(swing) rad: \(fromNoise.distance(to: fromNone))")
    #expect(fromNone.slices == long && fromNoise.slices == 8, "\(swing) rad: \(fromNone.slices), \(fromNoise.slices)")
  }
}

@Test func solver_thatTookMotionForNoise_beginsAnewWithNone() {
  // 3 % of the radius are more than there is across a band of ±6°: without it nothing is left to solve for.
  let fromNone = Solved(swing: 0.1, noise: 30, guess: 0)
  let fromMotion = Solved(swing: 0.1, noise: 30, guess: 1_500)
  #expect(fromNone.state == .solved && fromMotion.state == .solved)
  #expect(fromMotion.slices > fromNone.slices && fromMotion.ellipsoid == fromNone.ellipsoid)
  // More than 6 % of the spread is not even tried.
  let beyond = Solved(swing: 0.1, noise: 30, guess: 10_000)
  #expect(beyond.slices == fromNone.slices && beyond.ellipsoid == fromNone.ellipsoid)
}
