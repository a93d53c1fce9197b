// What a person is asked ends, whatever stands in for the person.
import Foundation
import Testing

@testable import TerminalInterface

@Test func question_anInputThatNeverEndsItsLine_isLeftAtCtrlC() async {
  await #expect(processExitsWith: .success) {
    // A hang would be no failure of its own.
    alarm(20)
    dup2(open("/dev/zero", O_RDONLY), STDIN_FILENO)
    Thread.detachNewThread {
      usleep(100_000)
      Interrupt.request()
    }
    exit(Question.input(within: 5) == .nothing ? 0 : 1)
  }
}

@Test func question_ofALine_isAnsweredByItAlone() async {
  await #expect(processExitsWith: .success) {
    alarm(20)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    dup2(ends[0], STDIN_FILENO)
    _ = "yes\nand\n".withCString { write(ends[1], $0, 8) }
    close(ends[1])
    let answers = (0..<3).map { _ in Question.input(within: 5) }
    exit(answers == [.line("yes"), .line("and"), .end] ? 0 : 1)
  }
}
