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

@Suite struct ClockTimeTests {
  @Test(arguments: [
    ("2024-03-01T12:34:56Z", 1_709_296_496.0), ("2024/03/01 12:34:56.5", 1_709_296_496.5),
    ("2024-03-01 12:34:56 +0100", 1_709_292_896), ("2024-03-01 12:34:56 UTC", 1_709_296_496),
    ("2024-03-01", 1_709_251_200), ("01.03.2024", 1_709_251_200), ("03/01/2024", 1_709_251_200),
    ("13/03/2024", 1_710_288_000), ("01-Mar-2024 12:34:56", 1_709_296_496), ("1/3/2024 12:00:01 AM", 1_704_240_001),
    ("1/3/2024 12:00:01 PM", 1_704_283_201), ("20240301T123456", 1_709_296_496), ("10:15:00,250", 36_900.25),
    ("1:02:03 pm", 46_923), ("12:34.5", 754.5),
  ])
  func text_isATime(text: String, seconds: Double) {
    #expect(ClockTime.parse(bytes(text), 0, text.utf8.count) == seconds)
  }

  @Test(arguments: [
    "2024-13-01", "32.01.2024", "01-Mai-2024", "1.2.3", "12:34:56 XM", "2024-03-01 12:34:56 +1", "20240301", "12:61:00",
    "2024-03-01 +0100", "13:00:00 PM", "frame 1",
  ])
  func otherText_isNone(text: String) { #expect(ClockTime.parse(bytes(text), 0, text.utf8.count) == nil) }
}
