// The solver as the state machine sees it.
import Correction
import Quantities

extension CalibrationFit: CalibrationFitting {
  public mutating func restart() { self = CalibrationFit(configuration) }
  public var coverage: DirectionCells { DirectionCells() }
}

extension FitOutcome {
  func measure(of reason: FitReasons) -> FitMeasure { FitMeasure(measured: 0, limit: 0) }
}
