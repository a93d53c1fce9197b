// Fixes from sentences and from gpsd.
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
    ]).compactMap { receiver.take($0) }
    // The first GGA is told as well: no RMC had been seen.
    let report = try #require(reports.last)
    #expect(reports.count == 2)
    #expect(report.fix.isValid)
    #expect(report.fix.horizontalMillimetres == 3600)
    #expect(report.fix.position.height == 592_300)
    #expect(abs(Double(report.fix.position.latitude) * 360 / 4_294_967_296 - 48.1173) < 1e-7)
    #expect(report.fix.speed == 11_524)
    #expect(abs(Double(report.fix.course?.rawValue ?? 0) * 360 / 4_294_967_296 - 84.4) < 1e-6)
    #expect(report.date == Quantities.Date(year: 2026, month: 3, day: 23))
  }

  @Test func invalidFix_hasNoAccuracyAndNoCourse() throws {
    var receiver = PositionReceiver()
    let fields = ["123519", "V", "4807.038", "N", "01131.000", "E", "022.4", "084.4", "230326", "", ""]
    let report = try #require(statements([("RMC", fields)]).compactMap { receiver.take($0) }.first)
    #expect(!report.fix.isValid)
    #expect(report.fix.course == nil)
  }

  @Test func realLogs_giveFixes() throws {
    for (name, fixes) in [("zeus_ijsselmeer", 146), ("saab_r4_ship", 12), ("skytraq_dual_antenna", 9)] {
      let data = try Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Data/nmea/\(name).nmea")))
      var reader = SentenceReader()
      var receiver = PositionReceiver()
      let reports = reader.take(data).compactMap { receiver.take(Statement($0)) }
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
    #expect(report.date == Quantities.Date(year: 2026, month: 11, day: 20))
    #expect(report.time?.seconds == 3723.5)
  }

  @Test func daemonReport_withoutAFix_isInvalid() throws {
    #expect(DaemonReport.fix(line: #"{"class":"VERSION","release":"3.22"}"#) == nil)
    #expect(DaemonReport.fix(line: "no JSON") == nil)
    #expect(try #require(DaemonReport.fix(line: #"{"class":"TPV","mode":1}"#)).fix.isValid == false)
    #expect(try #require(DaemonReport.fix(line: #"{"class":"TPV","mode":2,"lat":95,"lon":0}"#)).fix.isValid == false)
  }
}
