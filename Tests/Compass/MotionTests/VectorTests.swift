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
    var c: Double
    var share: Double
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
      let found = LowPassCoefficients(seconds: seconds, time: time)
      let reference = ReferenceLowPass(seconds: Double(vector.microseconds) / 1e6, time: vector.time)
      for (name, integer, double, exact) in [
        ("c", found.c, reference.c, vector.c), ("share", found.share, reference.share, vector.share),
      ] {
        #expect(abs(integer.double - exact) <= 1e-6, "\(vector.name), \(name): \(integer.double)")
        #expect(abs(double - exact) <= 1e-12, "\(vector.name), \(name): \(double)")
      }
    }
  }
}
