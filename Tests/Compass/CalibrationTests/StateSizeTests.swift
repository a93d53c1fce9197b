// How much memory a fit holds.
import Testing

@testable import Calibration

@Test func scratch_holdsEachOfItsParts() {
  #expect(MemoryLayout<RobustSphere>.size <= Scratch.recentOffset)
  #expect(Scratch.recentOffset + MemoryLayout<RecentSamples>.size <= Scratch.size)
  #expect(MemoryLayout<ModelSolver>.size <= Scratch.size)
  #expect(MemoryLayout<Prediction>.size <= Scratch.size)
  for alignment in [
    MemoryLayout<RobustSphere>.alignment, MemoryLayout<RecentSamples>.alignment, MemoryLayout<ModelSolver>.alignment,
    MemoryLayout<Prediction>.alignment,
  ] {
    #expect(alignment <= MemoryLayout<Scratch>.alignment)
  }
}

/// All of it is numbers of fixed width: on a microcontroller it is as large.
@Test func fit_holdsNoMoreThanStated() {
  #expect(MemoryLayout<CalibrationFit>.size <= 1_024)
}
