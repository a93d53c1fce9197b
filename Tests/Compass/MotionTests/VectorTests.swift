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
}
