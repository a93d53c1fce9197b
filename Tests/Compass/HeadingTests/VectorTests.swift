// The integer core against the vectors of Protocols/heading.

import Foundation
import Heading
import Quantities
import TestSupport
import Testing

private struct HeadingCase: Decodable {
  let name: String
  let fieldQ8: [Int32]
  let specificForceMicroG: [Int32]?
  let inDomain: Bool
  let rollDegrees: Double?
  let pitchDegrees: Double?
  let headingDegrees: Double?
  let dipDegrees: Double?
}

private func vector(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }

/// Degrees between a device angle and the exact one; infinite when only one is defined.
private func distance(_ angle: BinaryAngle?, _ degrees: Double?) -> Double {
  guard let angle, let degrees else { return angle == nil && degrees == nil ? 0 : .infinity }
  return abs((angle.degrees - degrees).remainder(dividingBy: 360))
}

@Test func heading_isWithinTheAccuracyOfTheSpecification() throws {
  let cases = try Repository.vectors("heading/vectors/heading.json", as: HeadingCase.self)
  for c in cases {
    let field = CorrectedField(q8Nanotesla: vector(c.fieldQ8))
    let force = c.specificForceMicroG.map { Acceleration(microG: vector($0)) }
    do {
      let result = try TiltCompensation.solve(field: field, specificForce: force)
      #expect(c.headingDegrees != nil, "\(c.name) has a heading")
      // Outside the domain of section 4 nothing is promised, but a wrong sign would still show.
      let limit = c.inDomain ? 1e-4 : 1e-2
      var errors = [distance(result.heading, c.headingDegrees), distance(result.dip, c.dipDegrees)]
      if force != nil { errors += [distance(result.roll, c.rollDegrees), distance(result.pitch, c.pitchDegrees)] }
      #expect(errors.allSatisfy { $0 <= limit }, "\(c.name): \(errors)")
    } catch {
      #expect(c.headingDegrees == nil, "\(c.name): \(error)")
    }
  }
}
