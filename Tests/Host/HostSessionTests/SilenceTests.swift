// Silence is what was listened to, not what time passed.
import Foundation
import HostSession
import TestSupport
import Testing

@Test(.waits) func silence_ofAStoppedProgram_isOneTurn() {
  var silence = Silence()
  Thread.sleep(forTimeInterval: 0.6)
  #expect(silence.listened() == 0.25)
}

@Test(.waits) func silence_growsTurnByTurn_untilItEnds() {
  var silence = Silence()
  for _ in 0..<20 {
    Thread.sleep(forTimeInterval: 0.03)
    _ = silence.listened()
  }
  #expect(silence.listened() >= 0.6)
  silence.end()
  #expect(silence.listened() < 0.3)
}
