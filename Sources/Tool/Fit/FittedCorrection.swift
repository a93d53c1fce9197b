// The integer result of a fit in the forms of other projects.
import FitComparison
import Recordings
import Reference
import ToolCalibration

extension AppliedCorrection {
  /// The integer result of a fit.
  package init(_ report: FitReport, axes: [SignedColumn]) {
    let found = report.integer
    self.init(
      offset: found.centre, matrix: (report.alignment.integer?.rotation ?? .identity) * found.softIron,
      strength: found.radius, unit: report.fit.unit,
      axes: zip(["x", "y", "z"], axes).map { "\($0) = \($1.text)" }.joined(separator: ", "))
  }
}
