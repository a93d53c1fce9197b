// A report as one HTML file. Texts and tables are written out, so that they are visible without the script.
import Calibration
import Correction
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCalibration
import ToolCommandLine
import ToolConnection
import WebServer

struct ReportPage {
  private let data: ReportData
  /// The whole file.
  private(set) var text = ""

  /// The largest number of rows in a list of gaps or events.
  private static let rowLimit = 20

  /// - Parameter json: the JSON form of `data`.
  init(_ data: ReportData, json: JSONObject) throws {
    self.data = data
    let style =
      PageFile.ofReport().first { $0.path == "report.css" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let script = try ReportScript.embedded().text
    let policy =
      "default-src 'none'; style-src \(ReportScript.policy(style)); script-src \(ReportScript.policy(script)); "
      + "base-uri 'none'; form-action 'none'"
    var page = ReportMarkup()
    fill(&page)
    text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="binnacle \(CommandLineTool.version)">
      <title>\(ReportMarkup.escaped(title)): \(ReportMarkup.escaped(data.file))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(page.text)<script type="application/json" id="data">\(ReportMarkup.escaped(json: json.line))</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  private var title: String { data.kind == .fit ? "Calibration report" : "Compass report" }

  private func fill(_ page: inout ReportMarkup) {
    page.add("header") { header in
      header.add("h1", title)
      header.add("p", "class=\"file\"", data.file)
    }
    page.add("main") { main in
      main.add("section", "class=\"summary\" aria-label=\"Summary\"") { part in
        part.add("h2", "In words")
        part.list("ul", "class=\"words\"", ReportText.summary(data))
        part.add("div", "class=\"next\"") { box in
          box.add("h2", "What to do next")
          box.list("ol", "", ReportText.next(data))
        }
        if !data.remarks.isEmpty { part.list("ul", "class=\"remarks note\"", data.remarks) }
      }
      main.add("noscript") {
        $0.add("p", "class=\"note\"", "The pictures need this file’s own script; all figures are in the tables.")
      }
      curves(&main)
      samples(&main)
      calibration(&main)
      fit(&main)
      line(&main)
      check(&main)
      board(&main)
    }
    page.add("footer") { footer in
      footer.add(
        "p",
        "Made by binnacle \(CommandLineTool.version). The file holds its data as JSON, in the element “data”; "
          + "docs/report.md explains them. It loads nothing from elsewhere.")
    }
  }

  // MARK: - Curves

  private func curves(_ main: inout ReportMarkup) {
    guard !data.series.groups.isEmpty else { return }
    let decimation = decimated(
      data.series.readings, data.series.groups.count, "readings", "points; each has the range of its readings")
    main.add("section") { part in
      part.add("h2", "Heading")
      part.figure(
        [("heading", "Heading from magnetic north")],
        "The band is the stated accuracy. Grey: a heading that must not be used. Hatched: the field is disturbed. "
          + decimation)
      part.facts(readings)
    }
    main.add("section") { part in
      part.add("h2", "Field")
      let strength = data.expected.map {
        "The grey band is what is normal: \(Digits.fixed(Double($0.strengthNanotesla) / 1000, 1)) µT, ±"
          + "\(Digits.fixed(data.limit($0) / 1000, 1)) µT. "
      }
      part.figure(
        [("strength", "Strength of the corrected field, µT")],
        (strength ?? "What is normal is not known without a calibration. ") + decimation)
      guard data.series.groups.contains(where: { $0.dips.count > 0 }) else {
        return part.add("p", "class=\"note\"", "The dip is not known: there is no accelerometer.")
      }
      part.figure(
        [("dip", "Dip, below the horizon")],
        (data.expected?.dip == nil ? "" : "The grey band is what is normal. ") + decimation)
    }
  }

  private func decimated(_ from: Int, _ to: Int, _ what: String, _ result: String) -> String {
    from == to
      ? "All \(Digits.grouped(from)) \(what) are shown."
      : "Decimated from \(Digits.grouped(from)) \(what) to \(Digits.grouped(to)) \(result)."
  }

  private var readings: [(name: String, value: String?)] {
    let tally = data.tally
    func count(_ number: Int) -> String? {
      number == 0 ? nil : "\(Digits.grouped(number)) (\(ReportText.percent(tally.share(number))))"
    }
    var rows: [(name: String, value: String?)] = [
      ("Readings", Digits.grouped(tally.readings)), ("With a valid heading", count(tally.valid) ?? "0"),
      ("Suspect or recovering", count(tally.suspect)), ("Disturbed", count(tally.disturbed)),
      ("Without any heading", count(tally.unavailable)), ("Stale", count(tally.stale)),
      ("Stated accuracy, median", tally.accuracy(0.5).map { "±\(ReportText.degrees($0))" }),
      ("Stated accuracy, worst", tally.accuracy(1).map { "±\(ReportText.degrees($0))" }),
    ]
    func reasons(_ counts: [Int: Int], _ table: [Reason]) {
      for (code, number) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        rows.append(("Because \(ReportTable.sentence(code, table))", count(number)))
      }
    }
    reasons(tally.reasons, ReasonTable.unavailable)
    reasons(tally.doubts, ReasonTable.doubts)
    return rows
  }

  // MARK: - Samples

  private func samples(_ main: inout ReportMarkup) {
    guard let cloud = data.cloud else { return }
    main.add("section") { part in
      part.add("h2", "Samples")
      let isCorrected = data.calibration.map { $0.record.modelOrder != .none } ?? false
      part.figure(
        [("before", "Before correction")] + (isCorrected ? [("after", "After correction")] : []),
        (isCorrected ? "The raw field, and the same corrected: it should lie on the sphere. " : "The raw field. ")
          + decimated(cloud.samples, cloud.points.count, "samples", "samples"))
      if let coverage = data.coverage {
        part.figure(
          [("coverage", "Directions that the calibration has seen")],
          "\(coverage.seen) of 96 directions of the field, seen from before and from behind the instrument; "
            + "the others are hollow."
        )
      }
      guard let directions = data.directions else { return }
      part.figure(
        [("residuals", "Residuals by direction")],
        "How far the strength of the corrected field is off, as a mean of each direction: blue too strong, "
          + "red with a minus too weak, the darkest \(percent(darkest(directions))). \(directions.seen) directions have samples. "
          + "All \(Digits.grouped(data.cloud?.samples ?? 0)) samples count.")
      part.table(
        ["Side through which the field goes", "Samples", "Mean", "Worst"],
        directions.sides.map { name, residual in
          guard residual.samples > 0 else { return [name, "0", "–", "–"] }
          return [name, Digits.grouped(residual.samples), percent(residual.mean), percent(residual.worst)]
        })
    }
  }

  private func darkest(_ directions: ReportDirections) -> Double {
    directions.cells.map { abs($0.mean) }.max() ?? 0
  }

  private func percent(_ share: Double) -> String {
    let text = Digits.fixed(100 * share, 2).replacing("-", with: "−")
    return "\(text) %"
  }

  // MARK: - Calibration

  private func calibration(_ main: inout ReportMarkup) {
    guard data.calibration != nil || data.run != nil else { return }
    main.add("section") { part in
      part.add("h2", "Calibration")
      if let used = data.calibration { part.facts(ReportTable.rows(used)) }
      guard let run = data.run else { return }
      part.add("h3", "The calibration that was made meanwhile")
      part.add("pre", CalibrationFormat.lines(run).joined(separator: "\n"))
    }
  }

  private func fit(_ main: inout ReportMarkup) {
    guard let fit = data.fit else { return }
    main.add("section") { part in
      part.add("h2", "Fit")
      part.facts(ReportTable.rows(fit))
      if !fit.reasons.isEmpty {
        part.table(
          ["Reason", "Measured", "Limit"],
          fit.reasons.map { one in
            let whose = one.isOfLargerModel ? " (of a larger model)" : ""
            return ["\(one.sentence)\(whose). \(one.remedy)", one.measured, one.limit]
          })
      }
      if data.kind == .fit, !fit.remarks.isEmpty { part.list("ul", "class=\"note\"", fit.remarks) }
      if data.kind == .fit, data.cloud == nil {
        part.add(
          "p", "class=\"note\"", "Its samples are not in the result of a fit: --recording CSV adds their pictures.")
      }
    }
  }

  // MARK: - Line and check

  private func line(_ main: inout ReportMarkup) {
    guard data.kind == .capture else { return }
    main.add("section") { part in
      part.add("h2", "Gaps and latency")
      part.facts(ReportTable.rows(data.line, data.latency))
      if !data.gaps.isEmpty {
        part.table(
          ["Gap", "Length", "Cause", "Frames missed"],
          data.gaps.prefix(Self.rowLimit).enumerated().map { index, gap in
            [
              "\(index + 1)", Digits.duration(seconds: gap.deviceSeconds ?? gap.hostSeconds),
              gap.cause == .cable ? "the cable was away" : "the board restarted (boot \(gap.boot))",
              gap.framesMissed.map { Digits.grouped($0) } ?? "–",
            ]
          })
        more(&part, data.gaps.count, "gaps")
      }
      if !data.events.isEmpty {
        part.table(
          ["Time", "Event of the sensor"],
          data.events.prefix(Self.rowLimit).map { [Digits.duration(seconds: $0.seconds), $0.text] }, isNumeric: false)
        more(&part, data.events.count, "events")
      }
    }
  }

  private func more(_ part: inout ReportMarkup, _ count: Int, _ what: String) {
    guard count > Self.rowLimit else { return }
    part.add("p", "class=\"note\"", "And \(Digits.grouped(count - Self.rowLimit)) more \(what).")
  }

  private func check(_ main: inout ReportMarkup) {
    guard let verdict = data.check?.verdict else { return }
    main.add("section") { part in
      part.add("h2", "Check")
      part.add(
        "p", "class=\"note\"",
        "Every heading is computed again in Double from its counts, by other code than the device’s.")
      var lines = VerdictFormat.lines("numeric", verdict.numeric) { _, text in text }
      if let truth = verdict.truth { lines += VerdictFormat.lines("truth  ", truth) { _, text in text } }
      part.add("pre", lines.joined(separator: "\n"))
    }
  }

  private func board(_ main: inout ReportMarkup) {
    guard let board = data.board else { return }
    func chip(_ code: UInt8) -> String? { code == 0 ? nil : "\(SensorChip(rawValue: code).name)" }
    main.add("section") { part in
      part.add("h2", "Board")
      part.facts([
        ("Name", board.boardText), ("Firmware", board.firmwareText), ("Image", board.imageHashText),
        ("Boot", "\(board.bootCounter)"), ("Magnetometer", chip(board.sensorChip) ?? "none"),
        ("Accelerometer", chip(board.accelerometer.chip) ?? "none"), ("Gyroscope", chip(board.gyroscope.chip)),
        ("Fault before the last start", board.fault.map { "\($0.cause)" }), ("Link", data.link),
        ("Note", board.tableRemark),
      ])
    }
  }
}
