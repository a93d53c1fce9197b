// The program `binnacle`.
import Foundation
import TerminalInterface

StandardDescriptors.keepPlaces()
Interrupt.listen()
var status = CommandLineTool.binnacle.run(Array(CommandLine.arguments.dropFirst()), console: .standard)
// If the results could not be written, the program has failed, whatever the results were.
if let reason = Console.outputFailure {
  Console.standard.remark("binnacle: the output cannot be written: \(reason)")
  status = ExitStatus.badFile.rawValue
}
exit(status)
