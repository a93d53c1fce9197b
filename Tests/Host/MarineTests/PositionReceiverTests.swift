// Fixes from sentences and from gpsd.
import DeviceUnits
import Foundation
import Marine
import Quantities
import TestSupport
import Testing

@Suite struct PositionReceiverTests {
  private func statements(_ lines: [(String, [String])]) -> [Statement] {
    lines.map { Statement(Sentence(talker: "GP", formatter: $0.0, fields: $0.1)) }
  }

  @Test func minimumAndFixData_makeOneFix() throws {
    var receiver = PositionReceiver()
    let reports = statements([
      ("GGA", ["123519", "4807.038", "N", "01131.000", "E", "1", "08", "0.9", "545.4", "M", "46.9", "M", "", ""]),
      ("RMC", ["123519", "A", "4807.038", "N", "01131.000", "E", "022.4", "084.4", "230326", "003.1", "W"]),
    ]).compactMap { receiver.receive($0) }
    // The first GGA is told as well: no RMC had been seen.
    let report = try #require(reports.last)
    #expect(reports.count == 2)
    #expect(report.fix.isValid)
    #expect(report.fix.horizontalMillimetres == 3600)
    #expect(report.fix.position.height == 592_300)
    #expect(abs(report.fix.position.latitude.binaryDegrees - 48.1173) < 1e-7)
    #expect(report.fix.speed == 11_524)
    #expect(abs(try #require(report.fix.course).degrees - 84.4) < 1e-6)
    #expect(report.date == CalendarDay(year: 2026, month: 3, day: 23))
  }

  @Test func invalidFix_hasNoAccuracyAndNoCourse() throws {
    var receiver = PositionReceiver()
    let fields = ["123519", "V", "4807.038", "N", "01131.000", "E", "022.4", "084.4", "230326", "", ""]
    let report = try #require(statements([("RMC", fields)]).compactMap { receiver.receive($0) }.first)
    #expect(!report.fix.isValid)
    #expect(report.fix.course == nil)
  }

  @Test func realLogs_giveFixes() throws {
    for (name, fixes) in [("zeus_ijsselmeer", 146), ("saab_r4_ship", 12), ("skytraq_dual_antenna", 9)] {
      let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Data/nmea/\(name).nmea")))
      var reader = SentenceReader()
      var receiver = PositionReceiver()
      let reports = reader.read(data).compactMap { receiver.receive(Statement($0)) }
      #expect(reports.count >= fixes, "\(name)")
      #expect(reports.suffix(fixes).allSatisfy { $0.fix.isValid && $0.date != nil }, "\(name)")
    }
  }

  @Test func daemonReport_isUnderstood() throws {
    let line =
      #"{"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-20T01:02:03.500Z","lat":52.5,"lon":-5.25,"#
      + #""altHAE":10.5,"track":359.9,"speed":3.25,"epx":3.0,"epy":4.0}"#
    let report = try #require(DaemonReport.fix(line: line))
    #expect(report.fix.isValid)
    #expect(report.fix.position.height == 10_500)
    #expect(abs(Int(report.fix.horizontalMillimetres ?? 0) - 3094) <= 1)
    #expect(report.fix.speed == 3250)
    #expect(report.date == CalendarDay(year: 2026, month: 11, day: 20))
    #expect(report.time?.seconds == 3723.5)
  }

  @Test func daemonReport_withoutAFix_isInvalid() throws {
    #expect(DaemonReport.fix(line: #"{"class":"VERSION","release":"3.22"}"#) == nil)
    #expect(DaemonReport.fix(line: "no JSON") == nil)
    #expect(try #require(DaemonReport.fix(line: #"{"class":"TPV","mode":1}"#)).fix.isValid == false)
    for height in ["900000", "-5000", "1e300"] {
      let line = #"{"class":"TPV","mode":3,"lat":1,"lon":2,"altHAE":\#(height)}"#
      let fix = try #require(DaemonReport.fix(line: line)).fix
      #expect(fix.isValid && fix.position.height == 0, "\(height)")
    }
    // Before release 3 the time was a number: 2010-04-06T01:54:24.24Z.
    let old = try #require(
      DaemonReport.fix(line: #"{"class":"TPV","time":1270518864.240,"lat":46.5,"lon":7.6,"mode":3}"#))
    #expect(old.fix.isValid && old.date == CalendarDay(year: 2010, month: 4, day: 6))
    #expect(abs(try #require(old.time).seconds - 6864.24) < 1e-3)
    #expect(try #require(DaemonReport.fix(line: #"{"class":"TPV","mode":2,"lat":95,"lon":0}"#)).fix.isValid == false)
  }

  /// A checksum only says that a number came as it was sent.
  @Test func absurdNumbers_areLimitedOrUnknown() throws {
    for absurd in ["9999999", "1e300", "-1e300", "1.7976931348623157e308"] {
      var receiver = PositionReceiver()
      let reports = statements([
        ("GGA", ["120000", "4800.0", "N", "01100.0", "E", "1", "08", absurd, absurd, "M", absurd, "M", "", ""]),
        ("RMC", ["120000", "A", "4800.0", "N", "01100.0", "E", absurd, absurd, "230326", absurd, "W"]),
        ("ZDA", [absurd, absurd, absurd, absurd, "00", "00"]),
      ]).compactMap { receiver.receive($0) }
      let fix = try #require(reports.last).fix
      #expect(reports.count == 2 && fix.isValid && fix.speed == nil && fix.course == nil, "\(absurd)")
      #expect(fix.horizontalMillimetres == (absurd.hasPrefix("-") ? 1000 : 4_000_000_000))
      let line =
        #"{"class":"TPV","mode":3,"time":"2026-11-20T\#(absurd):02:03Z","lat":52.5,"lon":-5.25,"altHAE":\#(absurd),"#
        + #""track":\#(absurd),"speed":\#(absurd),"epx":\#(absurd),"epy":\#(absurd)}"#
      let told = try #require(DaemonReport.fix(line: line), "\(absurd)")
      #expect(told.fix.isValid && told.fix.course == nil && told.time == nil, "\(absurd)")
      for name in ["lat", "lon"] {
        let place = #"{"class":"TPV","mode":3,"lat":1,"lon":1}"#.replacingOccurrences(
          of: "\"\(name)\":1", with: "\"\(name)\":\(absurd)")
        #expect(try #require(DaemonReport.fix(line: place)).fix.isValid == false, "\(absurd)")
      }
      // No mode that there is: no report at all, or one without a fix.
      #expect(DaemonReport.fix(line: #"{"class":"TPV","mode":\#(absurd)}"#)?.fix.isValid != true)
    }
  }
}
