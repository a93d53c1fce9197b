// How much memory a fit holds.
import Testing

@testable import Calibration

@Test func scratch_hasRoomForEachThatIsInIt() {
  #expect(MemoryLayout<RobustSphere>.size <= Scratch.trailOffset)
  #expect(Scratch.trailOffset + MemoryLayout<Trail>.size <= Scratch.room)
  #expect(MemoryLayout<ModelSolver>.size <= Scratch.room)
  #expect(MemoryLayout<Prediction>.size <= Scratch.room)
  for alignment in [
    MemoryLayout<RobustSphere>.alignment, MemoryLayout<Trail>.alignment, MemoryLayout<ModelSolver>.alignment,
    MemoryLayout<Prediction>.alignment,
  ] {
    #expect(alignment <= MemoryLayout<Scratch>.alignment)
  }
}

/// All of it is numbers of fixed width: on a microcontroller it is as large.
@Test func fit_holdsNoMoreThanStated() {
  #expect(MemoryLayout<CalibrationFit>.size <= 1_024)
}
