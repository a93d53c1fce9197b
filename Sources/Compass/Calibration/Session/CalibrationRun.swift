// One run of a calibration, from its start to its end: its counters, times and progress.

import Correction
import Quantities

/// The state of a run; all zero when it begins. Single bytes come first: a Cortex-M0 reaches them most easily.
struct CalibrationRun {
  /// Whether this run's candidate came into use.
  var hasCommitted = false
  /// Whether the host said that no more movement will come. Then the run does not wait for more.
  var isFinished = false
  var isComplete = false
  var hasFirst = false
  var percent: UInt8 = 0
  /// Why the machine is in its state; code 0: no reason.
  var reason = CalibrationReason(CalibrationReason.Code(rawValue: 0), 0, 0)
  var rejected: UInt32 = 0
  var sampleCount: UInt32 = 0
  var duration: UInt32 = 0
  var delay: UInt32 = 0
  var seen: UInt32 = 0
  var overflowed: UInt32 = 0
  var largestMotion: UInt32 = 0
  var cells: UInt32 = 0
  var cellsAtLastSolve: UInt32 = 0
  var slices: UInt32 = 0
  /// Microseconds, modulo 2^32: when this state, the run and the gathering began.
  var entered: UInt32 = 0
  var began: UInt32 = 0
  var gathering: UInt32 = 0
  /// When a sample last brought a new direction.
  var lastNews: UInt32 = 0
  var coverage = DirectionCells()
  var firstField = Vector3.zero
  var rest = RestDetector()
}
