// The program `binnacle`.
import Foundation
import Terminal

Interrupt.listen()
exit(CommandLineTool.binnacle.run(Array(CommandLine.arguments.dropFirst()), console: .standard))
