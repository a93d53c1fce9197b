// The driver's conversion against the vectors of Protocols/heading.

import Quantities
import SensorDrivers
import TestSupport
import Testing

private struct ConversionCase: Decodable {
  let name: String
  let scale: UInt8
  let counts: [Int32]
  let nanotesla: [Int32]?
}

@Test func conversion_givesTheIntegersOfTheVectors() throws {
  // Scale 0 is not the chip's.
  let cases = try Repository.vectors("heading/vectors/conversion.json", as: ConversionCase.self)
    .filter { $0.scale != 0 }
  #expect(cases.count > 100)
  for c in cases {
    let counts = Vector3(x: c.counts[0], y: c.counts[1], z: c.counts[2])
    let field = FieldScale(rawValue: c.scale).field(of: counts)
    #expect(field?.nanotesla == c.nanotesla.map { Vector3(x: $0[0], y: $0[1], z: $0[2]) }, "\(c.name)")
  }
}
