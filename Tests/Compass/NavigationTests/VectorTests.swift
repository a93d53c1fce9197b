// The vectors of Protocols/navigation, in integers and in Double.
import Foundation
import Heading
import Navigation
import Quantities
import Reference
import TestSupport
import Testing

/// A bearing in a vector: degrees, or the word for the case that has none.
enum ExpectedBearing: Decodable, Equatable {
  case degrees(Double)
  case none(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let degrees = try? container.decode(Double.self) {
      self = .degrees(degrees)
    } else {
      self = .none(try container.decode(String.self))
    }
  }

  func isMet(by bearing: Bearing, within limit: Double) -> Bool {
    switch (self, bearing) {
    case (.degrees(let degrees), .angle(let angle)):
      abs((angle.degrees - degrees).remainder(dividingBy: 360)) <= limit
    case (.none("samePlace"), .samePlace), (.none("antipodes"), .antipodes), (.none("atPole"), .atPole),
      (.none("nearAntipode"), .nearAntipode):
      true
    default: false
    }
  }
}

@Suite struct NavigationVectorTests {
  struct LegCase: Decodable {
    var name: String
    var from: [Int32]
    var to: [Int32]
    var initial: ExpectedBearing
    var final: ExpectedBearing
    var metres: Double
  }

  struct CardCase: Decodable {
    var name: String
    var card: [Int32]
    var compass: UInt32
    var deviation: Double
  }

  @Test func legs_meetTheVectors() throws {
    for vector in try Repository.vectors("navigation/vectors/legs.json", as: LegCase.self) {
      let start = Position(latitude: vector.from[0], longitude: vector.from[1])
      let end = Position(latitude: vector.to[0], longitude: vector.to[1])
      let leg = Earth.meanSphere.leg(from: start, to: end)
      // Far below the specification's 1e-5: what this implementation promises.
      #expect(vector.initial.isMet(by: leg.initial, within: 1e-6), "\(vector.name): \(leg.initial)")
      #expect(vector.final.isMet(by: leg.final, within: 1e-6), "\(vector.name): \(leg.final)")
      #expect(abs(Double(leg.millimetres) / 1000 - vector.metres) <= 0.015, "\(vector.name)")
    }
  }

  struct GeodesicCase: Decodable {
    var name: String
    var from: [Int32]
    var to: [Int32]
    var initial: ExpectedBearing
    var final: ExpectedBearing
    var metres: Double?
  }

  @Test func geodesics_meetTheVectors() throws {
    for vector in try Repository.vectors("navigation/vectors/geodesics.json", as: GeodesicCase.self) {
      let leg = Earth.wgs84.leg(
        from: Position(latitude: vector.from[0], longitude: vector.from[1]),
        to: Position(latitude: vector.to[0], longitude: vector.to[1]))
      #expect(vector.initial.isMet(by: leg.initial, within: 0.002), "\(vector.name): \(leg.initial)")
      #expect(vector.final.isMet(by: leg.final, within: 0.002), "\(vector.name): \(leg.final)")
      let (metres, limit) = vector.metres.map { ($0, 2e-5 * $0 + 0.002) } ?? (20.004e6, 1.1e6)
      #expect(abs(Double(leg.millimetres) / 1000 - metres) <= limit, "\(vector.name): \(leg.millimetres)")
    }
  }

  @Test func reference_meetsTheVectors() throws {
    let unit = 2 * Double.pi / 4_294_967_296
    for vector in try Repository.vectors("navigation/vectors/legs.json", as: LegCase.self) {
      let leg = ReferenceLeg.sphere(
        from: (Double(vector.from[0]) * unit, Double(vector.from[1]) * unit),
        to: (Double(vector.to[0]) * unit, Double(vector.to[1]) * unit), radiusMetres: 6_371_008.8)
      for (expected, degrees) in [(vector.initial, leg.initialDegrees), (vector.final, leg.finalDegrees)] {
        guard case .degrees(let exact) = expected else { continue }
        #expect(abs((degrees - exact).remainder(dividingBy: 360)) <= 1e-8, "\(vector.name)")
      }
      #expect(abs(leg.metres - vector.metres) <= 1e-6, "\(vector.name)")
    }
  }

  @Test func deviations_meetTheVectors() throws {
    for vector in try Repository.vectors("navigation/vectors/deviation.json", as: CardCase.self) {
      let card = DeviationCard(
        a: vector.card[0], b: vector.card[1], c: vector.card[2], d: vector.card[3], e: vector.card[4])
      let found = card.deviation(at: BinaryAngle(rawValue: vector.compass))
      #expect(abs(Double(found) - vector.deviation) <= 4, "\(vector.name)")
    }
  }
}
