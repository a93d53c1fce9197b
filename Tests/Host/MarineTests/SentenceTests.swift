// Taking sentences apart: real logs, damage, and every field that may be empty.
import Foundation
import Marine
import Quantities
import TestSupport
import Testing

@Suite struct SentenceTests {
  private static func log(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Data/nmea/\(name).nmea"))))
  }

  /// Nothing is lost: every line that is neither a remark nor empty is a sentence.
  @Test(arguments: [
    ("zeus_ijsselmeer", 4999), ("saab_r4_ship", 108), ("pypilot_imu", 29), ("skytraq_dual_antenna", 195),
  ])
  func realLogs_areReadWhole(name: String, lines: Int) throws {
    var reader = SentenceReader()
    var sentences = reader.read(try Self.log(name))
    if let last = reader.finish() { sentences.append(last) }
    #expect(sentences.count == lines)
    #expect(reader.counts.sentences == lines)
    #expect(reader.counts.badChecksums == 0 && reader.counts.malformed == 0)
    #expect(reader.counts.byFormatter.values.reduce(0, +) == lines)
    #expect(reader.counts.remarks > 0)
    // What is written again is what was read, except for spaces around it.
    for sentence in sentences { #expect(try Sentence(line: sentence.line.utf8) == sentence) }
  }

  @Test func zeus_countsWhatItDoesNotKnow() throws {
    var reader = SentenceReader()
    let sentences = reader.read(try Self.log("zeus_ijsselmeer"))
    let unknown = sentences.filter {
      if case .other = Statement($0) { true } else { false }
    }
    #expect(reader.counts.byFormatter["HDG"] == 1457)
    #expect(reader.counts.byFormatter["RMC"] == 146)
    #expect(unknown.allSatisfy { !["HDG", "RMC", "ZDA", "VTG"].contains($0.formatter) })
    #expect(unknown.count > 2000)
  }

  /// A sailing boat's course over ground against its compass: leeway and current, not our error.
  @Test func zeus_courseLessHeading_isTheBoats() throws {
    var reader = SentenceReader()
    var last: (heading: Double, variation: Double)?
    var differences: [Double] = []
    for sentence in reader.read(try Self.log("zeus_ijsselmeer")) {
      switch Statement(sentence) {
      case .sensorHeading(let heading?, _, let variation?): last = (heading, variation)
      case .recommendedMinimum(_, true, _, _, let course?, _, _):
        if let last {
          differences.append((course - last.heading - last.variation).remainder(dividingBy: 360))
        }
      default: break
      }
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    let variance = differences.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(differences.count)
    #expect(differences.count == 146)
    #expect(abs(mean + 1.1) <= 0.1, "mean \(mean)")
    #expect(variance.squareRoot() <= 4.1, "σ \(variance.squareRoot())")
  }

  @Test func recommendedMinimum_isUnderstood() throws {
    // U.S. Coast Guard Navigation Center's and everybody's example, with its published checksum.
    let sentence = try Sentence(line: "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A".utf8)
    guard
      case .recommendedMinimum(let time, let isValid, let place, let speed, let course, let date, let variation) =
        Statement(sentence)
    else {
      Issue.record("\(Statement(sentence))")
      return
    }
    #expect(time?.seconds == 45319 && isValid)
    #expect(abs((place?.latitude ?? 0) - 48.1173) < 1e-9)
    #expect(abs((place?.longitude ?? 0) - 11.516_666_667) < 1e-8)
    #expect(speed == 22.4 && course == 84.4 && variation == -3.1)
    #expect(date == CalendarDay(year: 1994, month: 3, day: 23))
  }

  @Test func fixData_hasHeightAboveTheEllipsoid() throws {
    let sentence = try Sentence(line: "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47".utf8)
    guard case .fixData(_, _, let quality, let satellites, let dilution, let height) = Statement(sentence) else {
      Issue.record("\(Statement(sentence))")
      return
    }
    #expect(quality == 1 && satellites == 8 && dilution == 0.9)
    #expect(abs((height ?? 0) - 592.3) < 1e-9)
  }

  @Test func damage_isCountedAndSkipped() {
    var reader = SentenceReader()
    let good = "$HCHDM,218.6,M*20\r\n"
    let checked = Sentence(talker: "HC", formatter: "HDM", fields: ["218.6", "M"]).line
    let text =
      checked + good.replacingOccurrences(of: "218", with: "219").replacingOccurrences(of: "*20", with: "*00")
      + "$GPRMC,no checksum\r\n" + "noise before " + checked + "\r\n\r\n" + "# a remark\r\n" + "$HCHD\u{7}M,1,M*55\n"
      + String(repeating: "x", count: 1000) + "\r\n" + "$HCH" + checked
    let sentences = reader.read(text.utf8)
    #expect(sentences.count == 3)
    #expect(sentences.allSatisfy { Statement($0) == .magneticHeading(218.6) })
    #expect(reader.counts.badChecksums >= 1)
    #expect(reader.counts.malformed >= 2)
    #expect(reader.counts.remarks == 1)
  }

  /// As Android's GNSSLogger, a spreadsheet and a terminal program write them.
  @Test(arguments: [
    "NMEA,%,1772042138591", "\"%\"", "%  ", "2026-06-15 09:15:00.000 -> %", "%;09:15:00", "%,paid $5", "!! % !!",
    "%\t*",
  ])
  func textAroundASentence_doesNotMatter(pattern: String) throws {
    let line = Sentence(talker: "HC", formatter: "HDM", fields: ["218.6", "M"]).line
    let sentence = line.trimmingCharacters(in: .whitespacesAndNewlines)
    let found = try Sentence(line: pattern.replacingOccurrences(of: "%", with: sentence).utf8)
    #expect(Statement(found) == .magneticHeading(218.6))
  }

  @Test func everyChangedCharacter_isNoticed() throws {
    let line = Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A".utf8)
    for index in 1..<line.count - 3 {
      for flip in 0..<7 as Range<UInt8> {
        var damaged = line
        damaged[index] ^= 1 << flip
        #expect(throws: Sentence.Fault.self) { try Sentence(line: damaged) }
      }
    }
  }

  @Test func emptyAndAbsurdFields_areUnknown() throws {
    func statement(_ formatter: String, _ fields: [String]) -> Statement {
      Statement(Sentence(talker: "GP", formatter: formatter, fields: fields))
    }
    #expect(
      statement("RMC", ["", "V", "", "", "", "", "", "", "", "", ""])
        == .recommendedMinimum(
          time: nil, isValid: false, place: nil, speedKnots: nil, course: nil, date: nil, variation: nil))
    #expect(statement("HDG", ["", "", "", "", ""]) == .sensorHeading(heading: nil, deviation: nil, variation: nil))
    // A side without a value, a value without a side.
    #expect(
      statement("HDG", ["10", "1.0", "", "", "E"]) == .sensorHeading(heading: 10, deviation: nil, variation: nil))
    #expect(statement("HDT", ["nan", "T"]) == .trueHeading(nil))
    #expect(statement("HDT", ["12.5", "M"]) == .other(formatter: "HDT"))
    #expect(statement("RMC", ["1"]) == .other(formatter: "RMC"))
    for (latitude, longitude) in [
      ("9100.0", "00800.0"), ("4760.0", "00800.0"), ("-4700.0", "00800.0"), ("4700", "18100"),
    ] {
      guard
        case .recommendedMinimum(_, _, let place, _, _, _, _) = statement(
          "RMC", ["101010", "A", latitude, "N", longitude, "E", "", "", "310226", "", ""])
      else {
        Issue.record("no RMC")
        continue
      }
      #expect(place == nil, "\(latitude) \(longitude)")
    }
    #expect(statement("ZDA", ["250000", "31", "02", "2026", "00", "00"]) == .timeAndDate(time: nil, date: nil))
    for absurd in ["1e300", "-1e300", "1.5", "99999999999999999999", "inf", "-1"] {
      #expect(
        statement("GGA", ["", "4700.0", "N", "00800.0", "E", absurd, absurd, "1.0", "1", "M", "1", "M", "", ""])
          == .fixData(
            time: nil, place: GeoPlace(latitude: 47, longitude: 8), quality: 0, satellites: nil, horizontalDilution: 1,
            height: 2), "\(absurd)")
    }
  }
}
