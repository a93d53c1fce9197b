// What one step of the machine of a chip gives.
import Quantities

/// Which measurement of a pair: after a SET, or after a RESET.
enum PairHalf {
  case first, second
  /// The second, and the first was beyond the range.
  case secondOfSaturated
}

/// What one step of the machine gave.
enum SensorStep {
  case nothing
  /// New data bytes. `half`: of a pair; `.first` for a chip without.
  case data(RegisterBytes, half: PairHalf)
  /// Trim values that the configuration's step `step` read.
  case trim(RegisterBytes, step: UInt8)
  /// The chip has nothing new: the last sample stands again.
  case repeated
  case failed(SensorError, isAvailable: Bool)
}
