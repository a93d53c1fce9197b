// The Double fits against ellipsoids that an independent program found in real recordings.

import Reference
import TestSupport
import Testing
import Verdict

private let folder = Repository.path("Tests/Data")

@Test func recordings_listIsThatOfTheReferenceFits() throws {
  let determined = CalibrationRecording.all.filter { $0.expectation == .determined }.map(\.key)
  #expect(determined.count == 24)
  #expect(try Set(determined) == PublishedFits(folder: folder).determined)
}

@Test(arguments: CalibrationRecording.all.filter { $0.expectation == .determined })
func ellipsoidFit_agreesWithThePublishedOne(recording: CalibrationRecording) throws {
  let published = try #require(try PublishedFits(folder: folder).ellipsoid(of: recording))
  let samples = try recording.vectors(in: folder).field
  let fit = try ReferenceFit(samples, model: .ellipsoid)
  let centre = SIMD3(published.offset[0], published.offset[1], published.offset[2])
  func percent(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    100 * ((a - b) * (a - b)).sum().squareRoot() / published.meanRadius
  }
  let distance = percent(fit.centre, centre)
  #expect(distance <= recording.publishedLimitPercent, "centre is off by \(distance) % of the radius")

  // The geometric fit minimises the same sum as the published one: the same minimum, but for the digits that the
  // files were rounded to after it was computed.
  let geometric = ReferenceFit(geometric: samples, from: fit)
  #expect(percent(geometric.centre, centre) <= 1e-3, "\(percent(geometric.centre, centre))")
  #expect(abs(geometric.radius / published.meanRadius - 1) <= 1e-5)
  #expect(abs(geometric.residual * 100 / published.rmsPercent - 1) <= 1e-4)
  for i in 0..<3 {
    for j in 0..<3 { #expect(abs(geometric.softIron.rows[i][j] - published.softIron[i][j]) <= 1e-5) }
  }
}
