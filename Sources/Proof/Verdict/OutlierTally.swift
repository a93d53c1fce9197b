// The fits of samples with gross outliers, as two figures.
import FitComparison

/// Compares fits of samples with added gross outliers with the fits of the same samples without.
package struct OutlierTally {
  private var distance = (value: 0.0, name: "")
  private var fits = 0
  private var accepted = 0

  package init() {}

  /// Adds a fit with outliers. If the clean fit was refused, it is not counted.
  package mutating func add(_ found: FitFinding, clean: FitFinding, _ name: String) {
    guard clean.accepted else { return }
    fits += 1
    guard found.accepted else { return }
    accepted += 1
    let percent = found.centreDistancePercent(to: clean)
    if percent > distance.value || percent.isNaN { distance = (percent, name) }
  }

  /// - Parameter suffix: the end of the figures' names.
  package func figures(_ suffix: String) -> [CalibrationFigure] {
    var centre = CalibrationFigure(
      "outlierCentre\(suffix)", "accepted centre with gross outliers against the clean one, of the radius", .atMost, 2,
      "%")
    centre.set(accepted == 0 ? .nan : distance.value, samples: accepted, worst: distance.name)
    var share = CalibrationFigure("outlierAccepted\(suffix)", "accepted with gross outliers", .atLeast, 90, "%")
    share.setShare(accepted, of: fits)
    return [centre, share]
  }
}
