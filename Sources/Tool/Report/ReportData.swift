// The content of a report: one object, which is part of the file and is written by --json.
import Correction
import DeviceUnits
import FieldMonitor
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolCalibration
import ToolCommandLine
import ToolConnection
import ToolStream

/// The content of a report.
struct ReportData {
  enum Kind: String {
    case capture, recording, fit
  }

  /// The calibration with which the headings were computed.
  struct InUse {
    var record: CalibrationRecord
    /// Where it comes from, such as "of the device".
    var origin: String
    /// Days from its date to that of the readings; `nil` if unknown.
    var age: Int32?
  }

  /// The check of the readings against Double.
  struct Check {
    var verdict: StreamVerdict
    var json: JSONObject
  }

  let kind: Kind
  /// The file, without its folder.
  let file: String
  /// The link of a capture.
  var link: String?
  /// When a capture began, microseconds since 1970.
  var began: Int64?
  var board: Hello?
  var seconds = 0.0
  var tally = ReportTally()
  var series = ReportSeries()
  /// Every reading, if they were asked for.
  var points: [ReportPoint] = []
  /// The field that an undisturbed instrument would measure.
  var expected: FieldExpectation?
  var isExpectedByWorldModel = false
  var cloud: ReportCloud?
  var directions: ReportDirections?
  /// The directions that the calibration has seen; if it does not contain them, those of the samples.
  var coverage: DirectionCells?
  var mounting = AxisRemap.identity
  var calibration: InUse?
  /// The result of a calibration that was made during the capture.
  var run: CalibrationReport?
  var prompt: CalibrationPrompt?
  var fit: ReportFit?
  var line: LineCounters?
  var latency: (median: Double, high: Double)?
  var gaps: [StreamGap] = []
  var events: [(seconds: Double, text: String)] = []
  var check: Check?
  /// Why the readings were not checked.
  var unchecked: String?
  /// Why the file ends early.
  var ending: String?
  /// Why the stream of a capture ended early.
  var failure: String?
  var remarks: [String] = []

  init(_ kind: Kind, path: String) {
    (self.kind, file) = (kind, (path as NSString).lastPathComponent)
  }

  var json: JSONObject {
    var object: JSONObject = [
      "what": "report", "kind": .string(kind.rawValue), "file": .string(file),
      "version": .string(CommandLineTool.version),
      "summary": .array(ReportText.summary(self).map { .string($0) }),
      "next": .array(ReportText.next(self).map { .string($0) }),
      "link": .optional(link) { .string($0) }, "began": .optional(beganText) { .string($0) },
      "board": .optional(board) { .object(Self.json($0)) },
      "seconds": .fixed(seconds, decimals: 3), "readings": .object(tallyJSON),
    ]
    object["series"] = series.groups.isEmpty ? .null : .object(series.json)
    object["expected"] = .optional(expected) { .object(json($0)) }
    object["cloud"] = .optional(cloud) { .object($0.json) }
    object["coverage"] = .optional(coverage) {
      .object(["directions": .integer($0.seen), "cells": .string($0.digits)])
    }
    object["mounting"] = .integer(mounting.rawValue)
    object["residuals"] = .optional(directions) { .object($0.json) }
    object["calibration"] = .optional(calibration) { .object(json($0)) }
    object["calibrationRun"] = .optional(run) { .object(CalibrationFormat.fields($0)) }
    object["fit"] = .optional(fit) { .object($0.json) }
    object["line"] = .optional(line) { .object(Self.json($0)) }
    object["latency"] = .optional(latency) {
      .object([
        "medianSeconds": .fixed($0.median, decimals: 6), "high99thSeconds": .fixed($0.high, decimals: 6),
      ])
    }
    object["gaps"] = .array(gaps.map { .object($0.json) })
    object["events"] = .array(
      events.map { .object(["seconds": .fixed($0.seconds, decimals: 3), "text": .string($0.text)]) })
    object["check"] = .optional(check) { .object($0.json) }
    object["unchecked"] = .optional(unchecked) { .string($0) }
    object["ending"] = .optional(ending) { .string($0) }
    object["failure"] = .optional(failure) { .string($0) }
    object["remarks"] = .array(remarks.map { .string($0) })
    return object
  }

  /// When a capture began, UTC: "2026-11-26 00:35:05".
  var beganText: String? {
    guard let began, case let days = (began / 86_400_000_000), abs(days) < 1_000_000, began > 0 else { return nil }
    let seconds = began / 1_000_000 % 86_400
    return Place.text(CalendarDay(daysSince1970: days))
      + String(format: " %02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  private var tallyJSON: JSONObject {
    func reasons(_ counts: [Int: Int], _ rows: [Reason]) -> JSONValue {
      .array(
        counts.sorted { $0.key < $1.key }.map { code, count in
          let row = ReasonTable.reason(code, of: rows)
          return .object(["reason": .string(row.name), "readings": .integer(count)])
        })
    }
    return [
      "total": .integer(tally.readings), "valid": .integer(tally.valid), "suspect": .integer(tally.suspect),
      "disturbed": .integer(tally.disturbed), "unavailable": .integer(tally.unavailable),
      "stale": .integer(tally.stale),
      "medianAccuracyDegrees": .optional(tally.accuracy(0.5)) { .fixed($0, decimals: 2) },
      "worstAccuracyDegrees": .optional(tally.accuracy(1)) { .fixed($0, decimals: 2) },
      "unavailableReasons": reasons(tally.reasons, ReasonTable.unavailable),
      "doubts": reasons(tally.doubts, ReasonTable.doubts),
    ]
  }

  private func json(_ field: FieldExpectation) -> JSONObject {
    [
      "strengthNanotesla": .integer(field.strengthNanotesla),
      "limitNanotesla": .fixed(limit(field), decimals: 0),
      "dipDegrees": .optional(field.dip) {
        .fixed($0.signedDegrees, decimals: 2)
      },
      "dipLimitDegrees": .fixed(Double(FieldExpectation.dipLimit) / 4096 * 180 / .pi, decimals: 2),
      "from": isExpectedByWorldModel ? "worldModel" : "calibration",
    ]
  }

  /// The largest normal deviation of the strength, nanotesla.
  func limit(_ field: FieldExpectation) -> Double {
    Double(field.strengthNanotesla) * Double(field.strengthLimit) / 4096
  }

  private func json(_ used: InUse) -> JSONObject {
    var object = CalibrationJSON.numbers(used.record)
    object["from"] = .string(used.origin)
    object["ageDays"] = .optional(used.age) { .integer($0) }
    return object
  }

  private static func json(_ hello: Hello) -> JSONObject {
    [
      "name": .string(hello.boardText), "firmware": .string(hello.firmwareText),
      "imageHash": .string(hello.imageHashText), "boot": .integer(hello.bootCounter),
      "magnetometer": .string("\(SensorChip(rawValue: hello.sensorChip).name)"),
      "accelerometer": .string("\(SensorChip(rawValue: hello.accelerometer.chip).name)"),
      "gyroscope": .string("\(SensorChip(rawValue: hello.gyroscope.chip).name)"),
      "fault": hello.fault.map { .string("\($0.cause)") } ?? .null,
    ]
  }

  private static func json(_ counters: LineCounters) -> JSONObject {
    [
      "frames": .integer(counters.frames), "lost": .integer(counters.lost), "corrupt": .integer(counters.corrupt),
      "overlong": .integer(counters.overlong), "outOfOrder": .integer(counters.outOfOrder),
      "unknown": .integer(counters.unknown), "lostInGaps": .integer(counters.lostInGaps),
      "cut": .integer(counters.cut),
    ]
  }
}
