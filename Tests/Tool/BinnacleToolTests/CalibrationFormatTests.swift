// What a person reads of a calibration under way, and of one that was refused.

import LinkProtocol
import Quantities
import Recordings
import Testing

@testable import ToolCalibration

private func remarks(_ milliseconds: UInt32, _ flags: CalibrationReport.Flags) -> [String] {
  var report = CalibrationReport()
  report.flags = flags
  report.samples = 40
  report.milliseconds = milliseconds
  return CalibrationFormat.lines(report).filter { $0.contains("so few seconds") }
}

@Test func refusalAfterFewSeconds_saysToGoOn() {
  #expect(
    remarks(3_300, .none) == [
      "  note: so few seconds show little of the errors that change slowly; go on for 16 s and more"
    ])
  #expect(remarks(16_000, .none).isEmpty, "it was not the time")
  #expect(remarks(3_300, .accepted).isEmpty)
  #expect(remarks(3_300, .accelerometer).isEmpty, "poses have their own time")
}

@Test func refusalOfAPlane_speaksOfTiltOnlyWhenTheTimeWasEnough() {
  var report = CalibrationReport()
  report.samples = 40
  report.modelOrder = 1
  report.tilt = 17_800
  report.residual = 10
  report.add(ReportedReason(code: 7, weight: .refused, measured: 17_890, limit: 1500))
  report.milliseconds = 16_000
  func speaksOfTilt() -> Bool { CalibrationFormat.lines(report).contains { $0.contains("Tilted ±178°") } }
  #expect(speaksOfTilt())
  report.milliseconds = 1_200
  #expect(!speaksOfTilt(), "a second shows no dead axis")
}

/// A report that refuses the axes, with R·S for an S that is not the identity.
private func disagreeing(_ rotation: [[Double]], dip: Int16) -> CalibrationReport {
  var report = CalibrationReport()
  (report.modelOrder, report.dip, report.dipSpread) = (4, dip, 30)
  report.milliseconds = 60_000
  report.add(ReportedReason(code: 14, weight: .refused, measured: 0, limit: 0))
  let s: [[Double]] = [[1.2, 0.1, -0.05], [0.1, 0.95, 0.08], [-0.05, 0.08, 0.9]]
  let rows = rotation.map { row -> Vector3 in
    let v = (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * s[$1][column] } * 0x1p24 }
    return Vector3(x: Int32(v[0]), y: Int32(v[1]), z: Int32(v[2]))
  }
  report.softIron = (rows[0], rows[1], rows[2])
  return report
}

@Test func axesThatDisagree_areNamedForDevicesAndColumns() throws {
  func text(_ report: CalibrationReport, _ surroundings: CalibrationSurroundings = .init()) -> String {
    CalibrationFormat.lines(report, in: surroundings).joined(separator: "\n")
  }
  let columns = (
    field: ["mx", "my", "mz"].map { SignedColumn(name: $0) },
    acceleration: ["ax", "ay", "az"].map { SignedColumn(name: $0) }
  )
  // The accelerometer's z is reversed: half a turn about z makes the dip constant, with the other sign.
  let mirrored = disagreeing([[-1, 0, 0], [0, -1, 0], [0, 0, 1]], dip: -6_000)
  #expect(text(mirrored).contains("take X,Y,-Z as the accelerometer's X,Y,Z if the magnetometer's axes are right"))
  #expect(text(mirrored).contains("X,Y,-Z as the magnetometer's X,Y,Z if the accelerometer's are"))
  #expect(text(mirrored).contains("South of the magnetic equator reverse all three signs"))
  let named = text(mirrored, CalibrationSurroundings(columns: columns))
  #expect(named.contains("columns=mx,my,mz,ax,ay,-az if the field's are right"), "\(named)")
  #expect(named.contains("columns=mx,my,-mz,ax,ay,az if the acceleration's are"), "\(named)")
  // A known place decides.
  let south = text(mirrored, CalibrationSurroundings(pointsDown: false, columns: columns))
  #expect(south.contains("columns=mx,my,mz,-ax,-ay,az if the field's are right"), "\(south)")
  #expect(!south.contains("South of"), "\(south)")
  // What the accelerometer calls x, y is y, −x of the magnetometer: a quarter turn of the field.
  let turned = text(
    disagreeing([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], dip: 6_000),
    CalibrationSurroundings(pointsDown: true, columns: columns))
  #expect(turned.contains("columns=mx,my,mz,-ay,ax,az if the field's are right"), "\(turned)")
  #expect(turned.contains("columns=my,-mx,mz,ax,ay,az if the acceleration's are"), "\(turned)")
}

/// A force that is reversed as a whole is that of the other hemisphere.
@Test func reversedForce_isADoubt_untilAPlaceIsKnown() {
  func report(dip: Int16) -> CalibrationReport {
    var report = CalibrationReport()
    (report.modelOrder, report.dip, report.dipSpread) = (4, dip, 30)
    report.flags = CalibrationReport.Flags(rawValue: 17)
    return report
  }
  func text(_ dip: Int16, _ pointsDown: Bool?) -> String {
    CalibrationFormat.lines(report(dip: dip), in: CalibrationSurroundings(pointsDown: pointsDown)).joined(
      separator: "\n")
  }
  #expect(text(6_000, nil).contains("as north of the magnetic equator"))
  #expect(text(-6_000, nil).contains("the field points up, as it does south of the magnetic equator"))
  for dip in [6_000, -6_000] as [Int16] {
    let right = text(dip, dip > 0)
    #expect(!right.contains("magnetic equator") && !right.contains("reversed"), "\(right)")
    let wrong = text(dip, dip < 0)
    #expect(wrong.contains(dip > 0 ? "at this place it points up" : "at this place it points down"), "\(wrong)")
    #expect(wrong.contains("all reversed"), "\(wrong)")
    #expect(CalibrationSurroundings(pointsDown: dip > 0).agrees(report(dip: dip)) == true)
    #expect(CalibrationSurroundings(pointsDown: dip < 0).agrees(report(dip: dip)) == false)
  }
  #expect(CalibrationSurroundings(pointsDown: true).agrees(report(dip: 500)) == nil, "near the equator")
}

@Test func progress_ofMoreThanAHundredPercent_fillsTheBarAndNoMore() {
  var progress = CalibrationProgress()
  for percent in [0, 50, 100, 101, 255] as [UInt8] {
    progress.percent = percent
    let line = CalibrationFormat.lines(progress, mounting: .identity)[0]
    let filled = min(24, Int(percent) * 24 / 100)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 24 - filled)
    #expect(line.contains("[\(bar)] \(percent) %"), "\(line)")
  }
}
