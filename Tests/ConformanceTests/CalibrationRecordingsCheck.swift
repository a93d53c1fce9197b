// Real recordings: compares the integer fit with Double, and both with published fits; checks refusals and acceptances.

import Correction
import FitComparison
import Foundation
import Quantities
import Recordings
import Reference
import Verdict

/// The results for one recording.
struct RecordingResult: Sendable {
  var recording: CalibrationRecording
  /// The fit of all rows, without rejection.
  var plain: FitFinding
  /// The fit as a device computes it.
  var gated: FitFinding
  /// Differences from Double: of the centre in percent of the radius, of the entries of S, and the ratio of the RMS;
  /// `nil` if either fit has no full ellipsoid.
  var againstDouble: (centrePercent: Double, matrix: Double, rmsRatio: Double)?
  /// Distance from the published ellipsoid, percent of its mean radius.
  var publishedPercent: Double?
}

/// The figures for every recording in a folder with the layout of Tests/Data.
struct CalibrationRecordingsCheck: Sendable {
  private(set) var results: [RecordingResult] = []
  private(set) var figures: [CalibrationFigure] = []

  /// - Parameter outlierPercents: the shares of gross outliers to try, each on every determined recording.
  init(folder: String, outlierPercents: [Double] = [0.5, 2], seed: UInt64 = 1) throws {
    let published = try PublishedFits(folder: folder)
    var outliers = OutlierTally()
    for (index, recording) in CalibrationRecording.all.enumerated() {
      let vectors = try recording.vectors(in: folder)
      guard
        let fit = RecordingFit(
          vectors, unit: recording.unit, accelerationUnit: recording.accelerationUnit)
      else { continue }
      let result = RecordingResult(recording, fit, published.ellipsoid(of: recording))
      results.append(result)
      if recording.expectation == .determined, !recording.isAccelerometer {
        for percent in outlierPercents {
          outliers.add(
            fit.integer(isPlain: false, outliersPercent: percent, seed: seed &+ UInt64(index)), clean: result.gated,
            "\(recording.key) with \(percent) %")
        }
      }
    }
    figures = agreementFigures + acceptanceFigures
    if !outlierPercents.isEmpty { figures += outliers.figures("Recordings") }
    figures.append(try Self.dipFigure(folder, results))
    figures += try Self.sap6Figures(folder, results)
  }

  private var agreementFigures: [CalibrationFigure] {
    var centre = CalibrationFigure(
      "integerCentre", "centre, integer against Double, of the radius", .atMost, 0.01, "%")
    var matrix = CalibrationFigure("integerMatrix", "entry of S, integer against Double", .atMost, 2e-4, "")
    var ratio = CalibrationFigure("integerRms", "RMS of the integer fit over that of Double", .atMost, 1.002, "")
    var wholeCentre = CalibrationFigure(
      "integerCentreCounts", "centre, integer against Double, in the files of whole counts", .atMost, 1e-4, "%")
    var wholeMatrix = CalibrationFigure(
      "integerMatrixCounts", "entry of S, integer against Double, in the files of whole counts", .atMost, 1e-6, "")
    var published = CalibrationFigure(
      "publishedCentre", "centre against the published ellipsoid, of what each recording is allowed", .atMost, 1, "")
    for result in results where result.recording.expectation == .determined {
      let name = result.recording.key
      let found = result.againstDouble ?? (.nan, .nan, .nan)
      centre.add(found.centrePercent, of: name)
      matrix.add(found.matrix, of: name)
      ratio.add(found.rmsRatio, of: name)
      if result.recording.isWhole {
        wholeCentre.add(found.centrePercent, of: name)
        wholeMatrix.add(found.matrix, of: name)
      }
      published.add((result.publishedPercent ?? .nan) / result.recording.publishedLimitPercent, of: name)
    }
    return [centre, matrix, ratio, wholeCentre, wholeMatrix, published]
  }

  private var acceptanceFigures: [CalibrationFigure] {
    var confident = CalibrationFigure(
      "refused", "recordings that determine no ellipsoid but got one, or a smaller model without a reason", .atMost, 0,
      "")
    let undetermined = results.filter { $0.recording.expectation == .refused }
    let wrong = undetermined.filter { result in
      result.gated.accepted && (result.gated.model == .ellipsoid || result.gated.model == .axisAligned)
        || result.gated.reasons.isEmpty
    }
    confident.set(
      Double(wrong.count), samples: undetermined.count,
      worst: wrong.map(\.recording.key).joined(separator: ", "))
    var units = CalibrationFigure("sapAccepted", "sap5 and sap6 units accepted with an ellipsoid", .atLeast, 100, "%")
    let sap = results.filter { $0.recording.key.contains("/sap") && !$0.recording.isAccelerometer }
    let refused = sap.filter { !$0.gated.accepted || $0.gated.model != .ellipsoid }
    units.setShare(
      sap.count - refused.count, of: sap.count, worst: refused.map(\.recording.key).joined(separator: ", "))
    return [confident, units]
  }

  /// ck_accmag: the scatter of the dip over the rows at rest, up = +a.
  private static func dipFigure(_ folder: String, _ results: [RecordingResult]) throws -> CalibrationFigure {
    var figure = CalibrationFigure(
      "ckDipSpread", "ck_accmag: standard deviation of the dip after the fit, rows at rest", .atMost, 2.4, "°")
    guard let result = results.first(where: { $0.recording.key == "marg/ck_accmag.csv (mag)" }) else { return figure }
    let vectors = try result.recording.vectors(in: folder)
    var dips: [Double] = []
    for (field, force) in zip(vectors.field, vectors.acceleration) {
      let length = (force * force).sum().squareRoot()
      guard abs(length - 1) < 0.01 else { continue }
      dips.append(ReferencePair(field: result.gated.corrected(field), down: -force).dipDegrees)
    }
    figure.set(
      result.gated.accepted ? ReferenceAlignment.spread(dips) : .nan, samples: dips.count, worst: result.recording.key)
    return figure
  }

  /// The four SAP6 units: the centre compared with the author's, the azimuth with the published pair, and the dip.
  private static func sap6Figures(_ folder: String, _ results: [RecordingResult]) throws -> [CalibrationFigure] {
    // Source: Tests/Data/README.md, the RMS of the standard deviations of both runs.
    let published = ["BB": 0.75, "CF": 0.47, "FG": 1.24, "IB": 0.63]
    var author = CalibrationFigure(
      "sap6Author", "sap6: centre against the author's own calibration", .atMost, 0.05, "uT")
    var azimuth = CalibrationFigure(
      "sap6Azimuth",
      "sap6: azimuth spread in the runs over the published one, after both fits and alignment in integers", .atMost,
      1.25, "")
    var dip = CalibrationFigure(
      "sap6Dip", "sap6: standard deviation of the dip after alignment in integers", .atMost, 0.35, "°")
    for device in SAP6Shots.devices {
      let shots = try SAP6Shots(folder: folder, device: device)
      guard let field = IntegerShots(shots.field, .microtesla), let down = IntegerShots(shots.down, .counts) else {
        continue
      }
      let distance = try field.finding.centre - SAP6Shots.authorCentre(folder: folder, device: device)
      author.add((distance * distance).sum().squareRoot(), of: "sap6 \(device)")
      let turn = RecordingAlignment.integer(zip(field.corrected, down.corrected).map { ($0, $1) })
      let found = shots.steadiness(
        field: { field.finding.corrected($0) }, down: { down.finding.corrected($0) }, rotation: turn?.rotation)
      let rms = ReferenceAlignment.rms(found.azimuthDegrees)
      azimuth.add(turn == nil ? .nan : rms / (published[device] ?? .nan), of: "sap6 \(device)")
      dip.add(turn == nil ? .nan : found.dipDegrees, of: "sap6 \(device)")
    }
    return [author, azimuth, dip]
  }
}

/// The shots of one sensor, fitted and corrected in integers.
private struct IntegerShots {
  let finding: FitFinding
  let corrected: [Vector3]

  init?(_ samples: [SIMD3<Double>], _ unit: FieldUnit) {
    guard
      let fit = RecordingFit(MeasuredVectors(field: samples), unit: unit, accelerationUnit: .counts)
    else { return nil }
    let run = fit.run(isPlain: false)
    let outcome = IntegerFit.outcome(of: run)
    finding = FitFinding(outcome).unscaled(fit.scale)
    corrected = run.samples.map { outcome.corrected($0) }
  }
}

extension RecordingResult {
  /// Fits one recording in every way.
  init(_ recording: CalibrationRecording, _ fit: RecordingFit, _ published: PublishedFits.Ellipsoid?) {
    self.recording = recording
    plain = fit.integer(isPlain: true)
    gated = fit.integer(isPlain: false)
    guard plain.model == .ellipsoid else { return }
    if let exact = try? ReferenceFit(fit.field, model: .ellipsoid) {
      let d = plain.centre - exact.centre
      var matrix = 0.0
      for i in 0..<3 {
        for j in 0..<3 { matrix = max(matrix, abs(plain.softIron.rows[i][j] - exact.softIron.rows[i][j])) }
      }
      againstDouble = (
        100 * (d * d).sum().squareRoot() / exact.radius, matrix, plain.residualPercent / (100 * exact.residual)
      )
    }
    if let published {
      let d = plain.centre - SIMD3(published.offset[0], published.offset[1], published.offset[2])
      publishedPercent = 100 * (d * d).sum().squareRoot() / published.meanRadius
    }
  }
}
