// The Double reference against the vectors of Protocols/heading.

import Reference
import TestSupport
import Testing

/// Three numbers of a vector file.
func triple(_ v: [Int32]) -> SIMD3<Int32> { SIMD3(v[0], v[1], v[2]) }

struct ConversionCase: Decodable {
  let name: String
  let scale: UInt8
  let counts: [Int32]
  let nanotesla: [Int32]?
}

@Test func conversion_givesTheIntegersOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/conversion.json", as: ConversionCase.self) {
    let result = ReferenceConversion.nanotesla(counts: triple(c.counts), scale: c.scale)
    #expect(result == c.nanotesla.map(triple), "\(c.name)")
  }
}

struct MountingCase: Decodable {
  let name: String
  let mounting: UInt8
  let sensor: [Int32]
  let body: [Int32]
}

@Test func mounting_turnsSensorAxesIntoBodyAxes() throws {
  for c in try Repository.vectors("heading/vectors/mounting.json", as: MountingCase.self) {
    let mounting = try #require(ReferenceMounting(rawValue: c.mounting))
    #expect(mounting.body(triple(c.sensor)) == triple(c.body), "\(c.name)")
    if c.sensor[0] != .min {
      #expect(mounting.body(SIMD3<Double>(triple(c.sensor))) == SIMD3<Double>(triple(c.body)), "\(c.name)")
    }
  }
  #expect(ReferenceMounting(rawValue: 24) == nil)
  #expect(ReferenceMounting(rawValue: 0) == .identity)
}

struct HeadingCase: Decodable {
  let name: String
  let fieldQ8: [Int32]
  let specificForceMicroG: [Int32]?
  let inDomain: Bool
  let level: Bool
  let rollDegrees: Double?
  let pitchDegrees: Double?
  let headingDegrees: Double?
  let dipDegrees: Double?
}

/// How far apart two angles are; infinite when only one of them is defined.
func distance(_ a: Double?, _ b: Double?) -> Double {
  guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
  return abs(ReferenceAngle.shortestDifferenceDegrees(from: a, to: b))
}

@Test func heading_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/heading.json", as: HeadingCase.self) {
    let result = ReferenceHeading(
      field: SIMD3<Double>(triple(c.fieldQ8)) / 256,
      specificForce: c.specificForceMicroG.map { SIMD3<Double>(triple($0)) })
    // Near the vertical the horizontal part cancels; 1e-9 degrees leaves three digits to the limit of 1e-4.
    let limit = c.inDomain ? 1e-10 : 1e-9
    #expect(distance(result.headingDegrees, c.headingDegrees) < limit, "\(c.name) heading \(result)")
    #expect(distance(result.rollDegrees, c.rollDegrees) < limit, "\(c.name) roll \(result)")
    #expect(distance(result.pitchDegrees, c.pitchDegrees) < limit, "\(c.name) pitch \(result)")
    #expect(distance(result.dipDegrees, c.dipDegrees) < limit, "\(c.name) dip \(result)")
    #expect(result.isLevel == c.level, "\(c.name)")
    #expect(result.isInAccuracyDomain == c.inDomain, "\(c.name)")
  }
}

struct AngleCase: Decodable {
  let name: String
  let y: Int32
  let x: Int32
  let degrees: Double?
}

@Test func angle_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/atan2.json", as: AngleCase.self) {
    let result = ReferenceAngle.degrees(y: Double(c.y), x: Double(c.x))
    #expect(distance(result, c.degrees) < 1e-12, "\(c.name) \(String(describing: result))")
    if let result { #expect(result >= 0 && result < 360, "\(c.name)") }
  }
}
