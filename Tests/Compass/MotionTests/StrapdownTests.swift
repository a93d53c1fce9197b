// The turn of one sample: the quaternion of a half turn, coning, ages of samples.
import Foundation
import Quantities
import Reference
import Simulation
import Testing

@testable import Motion

@Suite struct StrapdownTests {
  /// The series' factors of 14 and 16 bits err by up to 2^−12 of h^4/24 and 2^−18 of h^2, and leave out h^8/40,320.
  static func limit(_ h: Double) -> Double {
    2e-8 + pow(h, 3) * exp2(-18) + pow(h, 4) / 24 * exp2(-12) + pow(h, 8) / 10_000
  }

  @Test func turn_isTheExactRotation() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let size = Double.random(in: 0...1, using: &random)
      let v =
        SIMD3(
          Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random),
          Double.random(in: -1...1, using: &random)) * (size * 0.8)
      let half = Vector3(
        x: Int32(v.x * 1_073_741_824), y: Int32(v.y * 1_073_741_824), z: Int32(v.z * 1_073_741_824))
      let found = ReferenceQuaternion((Quaternion.identity * Quaternion(halfTurn: half))).normalised
      let h = (v * v).sum().squareRoot()
      let error = found.angle(to: ReferenceQuaternion(rotationVector: v * 2))
      #expect(error < Self.limit(h), "half a turn of \(v) rad: \(error)")
    }
  }

  /// Cones of 12.5° at 2 Hz, 30 s: without the term of two samples, 100 Hz drift by more than a degree.
  @Test(arguments: [(50.0, 0.5), (100.0, 0.05), (400.0, 0.02)])
  func coning_isTakenIntoAccount(rate: Double, limit: Double) {
    let cone = 0.22
    let speed = 2 * Double.pi * 2
    // The axis turns about z: q(t) = (cos(c/2), sin(c/2)·(cos vt, sin vt, 0)).
    func truth(_ t: Double) -> ReferenceQuaternion {
      ReferenceQuaternion(rotationVector: SIMD3(cos(speed * t), sin(speed * t), 0) * cone)
    }
    var strapdown = Strapdown()
    var reference = ReferenceQuaternion.identity
    for n in 1...Int(30 * rate) {
      let (before, after) = (truth(Double(n - 1) / rate), truth(Double(n) / rate))
      // The gyroscope's mean over the sample is not the rotation vector: it is the integral of the rate, in 40 parts.
      var turn = SIMD3<Double>.zero
      for part in 0..<40 {
        let (a, b) = (
          truth((Double(n - 1) + Double(part) / 40) / rate), truth((Double(n - 1) + Double(part + 1) / 40) / rate)
        )
        turn += (a.conjugate * b).v * 2
      }
      let q20 = turn * rate * 1_048_576
      strapdown.turn(
        Vector3(x: Int32(q20.x.rounded()), y: Int32(q20.y.rounded()), z: Int32(q20.z.rounded())),
        microseconds: UInt32((1e6 / rate).rounded()))
      reference = (reference * (before.conjugate * after)).normalised
    }
    let error = ReferenceQuaternion(strapdown.attitude).degrees(to: reference)
    #expect(error < limit, "\(error)° after 30 s at \(rate) Hz")
  }

  @Test func age_turnsAFieldBack() {
    for (speed, age) in [(0.5, 15_000), (5.0, 15_000), (-8.0, 8_000), (17.0, 10_000)] {
      var strapdown = Strapdown()
      strapdown.turn(Vector3(x: 0, y: 0, z: Int32(speed * 1_048_576)), microseconds: 1)
      var sums = BlockSums()
      strapdown.add(field: Vector3(x: 5_000, y: 0, z: 10_000), age: Int32(age), to: &sums)
      // A sensor that turns by +a sees the field turn by −a: at the rate's moment it points to −speed·age.
      let found = atan2(Double(sums.field.y), Double(sums.field.x))
      let exact = -speed * Double(age) / 1e6
      // The cubic term is left out: (speed·age)³/6; and a word's last bits.
      #expect(abs(found - exact) < abs(pow(exact, 3)) / 2 + 3e-4, "\(speed) rad/s, \(age) µs: \(found) for \(exact)")
    }
  }

  /// One step of Newton's leaves 3/2 of the square of the error, however large the error is.
  @Test(arguments: [-0.02, -1e-3, -1e-5, 1e-5, 1e-3, 0.02]) func normalisation_correctsAnyLength(error: Double) {
    let size = (1 + error) * 1_073_741_824
    let parts = [0.5, -0.7, 0.1, 0.5].map { Int32($0 * size) }
    let q = Quaternion(w: parts[0], x: parts[1], y: parts[2], z: parts[3]).normalised
    let length = [q.w, q.x, q.y, q.z].map { Double($0) / 1_073_741_824 }.map { $0 * $0 }.reduce(0, +).squareRoot()
    #expect(abs(length - 1) < 1.6 * error * error + 1e-8, "\(length - 1)")
  }
}
