// The vectors of Protocols/motion, in integers and in Double.
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

@testable import Motion

@Suite struct MotionVectorTests {
  struct TurnCase: Decodable {
    var name: String
    var microseconds: UInt32
    var rates: [[Int32]]
    var attitude: [Double]
  }

  struct FilterCase: Decodable {
    var name: String
    var microseconds: Int32
    var time: Double
    var response: [Double]
  }

  @Test func turns_meetTheVectors() throws {
    for vector in try Repository.vectors("motion/vectors/turns.json", as: TurnCase.self) {
      var strapdown = Strapdown()
      for rate in vector.rates {
        strapdown.turn(Vector3(x: rate[0], y: rate[1], z: rate[2]), microseconds: vector.microseconds)
      }
      let q = vector.attitude
      let exact = ReferenceQuaternion(w: q[0], v: SIMD3(q[1], q[2], q[3]))
      let error = ReferenceQuaternion(strapdown.attitude).normalised.angle(to: exact)
      #expect(error <= 2e-7 * Double(vector.rates.count), "\(vector.name): \(error) rad")
    }
  }

  @Test func lowPass_meetsTheVectors() throws {
    for vector in try Repository.vectors("motion/vectors/filter.json", as: FilterCase.self) {
      let seconds = CompactNumber(vector.microseconds, exponent: 0) * Constants.microsecond
      let time = CompactNumber(Int32(vector.time * 4), exponent: -2)
      let coefficients = LowPassCoefficients(seconds: seconds, time: time)
      let reference = ReferenceLowPass(seconds: Double(vector.microseconds) / 1e6, time: vector.time)
      var (state, filtered) = (LowPassState(), ReferenceFilteredVector())
      #expect(vector.response.count == 40)
      for exact in vector.response {
        coefficients.step(.one, &state)
        filtered.step(SIMD3(1, 0, 0), reference)
        #expect(abs(state.output.double - exact) <= 5e-6, "\(vector.name): \(state.output.double)")
        #expect(abs(filtered.output.x - exact) <= 1e-12, "\(vector.name): \(filtered.output.x)")
      }
    }
  }

  struct LearningCase: Decodable {
    var name: String
    var deviations: [Double]
    var withHeading: [Double]
    var row: [Double]
    var noise: Double
    var innovation: Double
    var variance: Double
    var share: Double
    var bias: [Double]
    var covariance: [Double]
    var withHeadingAfter: [Double]
  }

  @Test func learning_meetsTheVectors() throws {
    func vector(_ v: [Double]) -> CompactVector {
      CompactVector(CompactNumber(v[0]), CompactNumber(v[1]), CompactNumber(v[2]))
    }
    for one in try Repository.vectors("motion/vectors/learning.json", as: LearningCase.self) {
      var filter = FourStateFilter(vector: .zero, fourth: .zero)
      for i in 0..<3 { filter.grow(i, by: CompactNumber(one.deviations[i] * one.deviations[i]), limit: .one) }
      filter.withHeading = vector(one.withHeading)
      filter.update(row: Row4(vector(one.row), .zero), value: .zero, noise: CompactNumber(one.noise), limit: nil)
      filter.learn(
        heading: CompactNumber(one.innovation), variance: CompactNumber(one.variance), share: CompactNumber(one.share))
      func check(_ found: CompactNumber, _ exact: Double, of size: Double, _ what: String) {
        #expect(abs(found.double - exact) <= 2e-6 * size, "\(one.name): \(what) \(found.double) for \(exact)")
      }
      let largest = one.deviations.max()!
      for i in 0..<3 as Range<Int32> {
        let n = Int(i)
        check(filter.state.vector[i], one.bias[n], of: largest, "bias")
        check(
          filter.withHeading[i], one.withHeadingAfter[n], of: one.withHeading.map(abs).max()!,
          "covariance with the heading")
      }
      for (place, exact) in zip([0, 1, 2, 4, 5, 7], one.covariance) {
        check(filter.covariance[place], exact, of: largest * largest, "covariance")
      }
    }
  }
}
