// Several samples in one row: which columns they are, and at which times they were measured.

import Testing

@testable import RecordingText

private func finder(_ names: String) -> ColumnFinder {
  ColumnFinder(names.split(separator: ",").map { TextColumn(name: Array($0.utf8)) })
}

/// A field that turns, sampled `count` times in each row of 0.1 s. Of sensors that measure at the same time, each has its own
/// centre.
private func text(_ names: String, _ count: Int, rows: Int, areSensors: Bool = false, skipping: Int = 0) -> String {
  var text = "t_s,\(names)\n"
  for row in 0..<rows {
    text += "\(Double(row) / 10)"
    for sample in 0..<count {
      // A triangle wave in each axis.
      let step = areSensors ? row * count : row * count + sample
      for axis in 0..<3 {
        let phase = (step * (axis + 3)) % 200
        let value = 40 * abs(phase - 100) / 100 + (areSensors ? 9 * sample : 0)
        text += sample >= count - skipping && row % 2 == 1 ? "," : ",\(value * 10 + axis)"
      }
    }
    text += "\n"
  }
  return text
}

private func reader(_ text: String) -> TextReader {
  var reader = TextReader()
  reader.feed(Array(text.utf8))
  reader.finish()
  reader.decide()
  return reader
}

/// Four samples of x, y, z.
private func names(_ first: Int, _ format: (String, Int) -> String) -> String {
  (first..<(first + 4)).flatMap { sample in ["x", "y", "z"].map { format($0, sample) } }.joined(separator: ",")
}

@Suite struct RowSamplesTests {
  @Test(arguments: [
    names(0) { "m\($0)\($1)" }, names(1) { "m\($0)\($1)" }, names(1) { "\($0)_\($1)" }, names(0) { "\($0)\($1)" },
    names(0) { "mag_\($0)[\($1)]" }, names(0) { "mag\($0.uppercased())_\($1)_uT" },
    "x_1,x_2,x_3,x_4,y_1,y_2,y_3,y_4,z_1,z_2,z_3,z_4",
  ])
  func numbersAfterTheAxis_areSamples(names: String) {
    let found = finder(names)
    #expect(found.samples.count == 4 && found.otherFields.isEmpty, "\(names)")
    #expect(found.samples.first?.own == found.field?.places)
    #expect(Set(found.samples.flatMap(\.own)) == Set(0..<12))
  }

  @Test(arguments: [
    "mag0_x,mag0_y,mag0_z,mag1_x,mag1_y,mag1_z", "mx,my,mz", "mx0,my0,mz0", "mx0,my0,mz0,mx2,my2,mz2",
    "mx2,my2,mz2,mx3,my3,mz3",
    "magnetometer_ga[0],magnetometer_ga[1],magnetometer_ga[2]", "x1,x2,x3", "mx,my,mz,mx1,my1,mz1",
    "gy271_x,gy271_y,gy271_z", "mx0,my0,mz0,mx1,my1",
  ])
  func otherNumbers_areNoSamples(names: String) { #expect(finder(names).samples.isEmpty, "\(names)") }

  @Test func otherSensors_goAlong() {
    let found = finder("t,mx0,my0,mz0,mx1,my1,mz1,ax0,ay0,az0,ax1,ay1,az1,gx,gy,gz")
    #expect(found.force?.places == [7, 8, 9] && found.rate?.places == [13, 14, 15])
    #expect(found.samples.map(\.own) == [[1, 2, 3, 7, 8, 9], [4, 5, 6, 10, 11, 12]])
  }

  @Test func samples_areReadOneAfterTheOther_withTimesBetweenThoseOfTheRows() throws {
    let names = (0..<4).flatMap { ["mx\($0)", "my\($0)", "mz\($0)"] }.joined(separator: ",")
    var reader = reader(text(names, 4, rows: 30))
    let found = Recognition(reader)
    #expect(found.samples.count == 4 && found.field?.places == [1, 2, 3])
    reader.samples = found.samples
    var clock = SampleClock(reader) { $0.seconds(0, .seconds) }
    var (count, last) = (0, -1.0)
    while reader.next() {
      let expected = Double(40 * abs((count * 3) % 200 - 100) / 100 * 10)
      #expect(reader.value(1) == expected, "sample \(count)")
      let time = clock.time(try #require(reader.seconds(0, .seconds)), reader)
      #expect(abs(time - (Double(count) * 0.025 - 0.075)) < 1e-9 && time > last, "\(time)")
      (count, last) = (count + 1, time)
    }
    #expect(count == 120)
  }

  @Test func queueThatWasNotFull_hasFewerSamples() {
    let names = (0..<4).flatMap { ["mx\($0)", "my\($0)", "mz\($0)"] }.joined(separator: ",")
    var reader = reader(text(names, 4, rows: 30, skipping: 2))
    reader.samples = Recognition(reader).samples
    var counts: [Int] = []
    while reader.next() { if reader.sample == 0 { counts.append(reader.sampleCount) } }
    #expect(counts == (0..<30).map { $0 % 2 == 1 ? 2 : 4 })
  }

  @Test func aLongQueue_isReadWhole() {
    let names = (0..<24).flatMap { ["mx\($0)", "my\($0)", "mz\($0)"] }.joined(separator: ",")
    #expect(Recognition(reader(text(names, 24, rows: 30))).samples.count == 24)
    #expect(Recognition(reader(text(names, 24, rows: 30, areSensors: true))).samples.isEmpty)
  }

  @Test func sensorsThatMeasureAtTheSameTime_areSeveralMagnetometers() {
    for names in ["mx0,my0,mz0,mx1,my1,mz1", "x0,y0,z0,x1,y1,z1", "mx1,my1,mz1,mx2,my2,mz2"] {
      let sensors = Recognition(reader(text(names, 2, rows: 60, areSensors: true)))
      #expect(sensors.samples.isEmpty && sensors.otherFields.map(\.places) == [[4, 5, 6]], "\(names)")
      #expect(Recognition(reader(text(names, 2, rows: 60))).samples.count == 2, "\(names)")
    }
  }
}
