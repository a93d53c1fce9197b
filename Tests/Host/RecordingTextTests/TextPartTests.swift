// The parts of the reader of texts.

import Testing

@testable import RecordingText

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct TextPartTests {
  @Test func nameIndex_findsEachOfManyNames() {
    var index = NameIndex()
    let names = (0..<5_000).map { bytes("name \($0 * 7)") }
    for (place, name) in names.enumerated() { #expect(index.add(name[...]) == place) }
    for (place, name) in names.enumerated() {
      #expect(index.place(of: name[...]) == place && index.add(name[...]) == place)
    }
    #expect(index.place(of: bytes("name")[...]) == nil && index.place(of: [][...]) == nil && index.count == 5_000)
    #expect(index.add([][...]) == 5_000 && index.place(of: [][...]) == 5_000)
  }

  @Test(arguments: [
    ("$GPRMC,1,2", true), ("!AIVDM,1,1,,A", true), ("10:15:12 $HCHDM,100.0,M*21", true), ("$GPXYZ,1,2", false),
    ("$VNYMR,1,2,3", false), ("mx: $5, my: 3", false), ("$GPRMC", false), ("GPRMC,1,2", false), ("", false),
  ])
  func sentence_isKnown(line: String, isSentence: Bool) { #expect(NMEASentence.isIn(bytes(line)) == isSentence) }

  @Test(arguments: [1.0, 48, 5_000, 3e-5]) func shape_ofAField_isAnEllipsoid(size: Double) throws {
    // A spiral over the sphere, stretched and moved.
    var numbers: [[Double]] = [[], [], []]
    for row in 0..<200 {
      let height = 1 - 2 * (Double(row) + 0.5) / 200
      let (radius, turn) = ((1 - height * height).squareRoot(), Double(row) * 2.4)
      let (s, c) = Self.sinCos(turn)
      for (axis, value) in [radius * c * 1.1 + 0.5, radius * s * 0.9 - 2, height + 1].enumerated() {
        numbers[axis].append(value * size)
      }
    }
    let shape = try #require(SampleShape([0, 1, 2], numbers))
    #expect(try #require(shape.residual) < 0.001 && abs(shape.radius / size - 1) < 0.1 && !shape.hasConstantLength)
    // A column that hardly changes, and numbers without a shape.
    #expect(SampleShape([0, 1, 2], [numbers[0], numbers[1], numbers[2].map { _ in size }]) == nil)
    var state: UInt64 = 7
    let noise = (0..<3).map { _ in
      (0..<200).map { _ -> Double in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33)
      }
    }
    #expect(try #require(SampleShape([0, 1, 2], noise)).residual ?? 1 > 0.15)
  }

  /// The sine and the cosine by their series, because the module needs no Foundation.
  private static func sinCos(_ angle: Double) -> (Double, Double) {
    let x = angle.remainder(dividingBy: 2 * .pi)
    var (sine, cosine, term) = (0.0, 0.0, 1.0)
    for n in 0..<40 {
      let sign = n % 4 < 2 ? 1.0 : -1
      if n % 2 == 0 { cosine += sign * term } else { sine += sign * term }
      term *= x / Double(n + 1)
    }
    return (sine, cosine)
  }

  @Test(arguments: [
    ["time,axis,value", "0,x,1", "0,y,2", "0,z,3", "1,x,4", "1,y,5", "1,z,6"],
    ["x;1,5", "y;2,5", "z;3,5", "x;4,5", "y;5,5", "z;6,5"],
    ["mag_x 1", "mag_y 2", "mag_z 3", "mag_x 4", "mag_y 5", "mag_z 6"],
  ])
  func axisALine_isKnown(lines: [String]) {
    #expect(AxisLines.isIn(lines.map(bytes)))
    #expect(!AxisLines.isIn(lines.filter { !$0.contains("z") }.map(bytes)))
    let text = String(decoding: AxisLines.joined(bytes(lines.joined(separator: "\n"))), as: UTF8.self)
    #expect(!text.contains(",") && text.split(separator: "\n").count == 6, "\(text)")
  }
}
