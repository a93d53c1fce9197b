// The program of `make demo`: the command `stream` of `binnacle`, and nothing else that would have to be built.
import ToolCommandLine
import ToolStream

CommandLineTool(tree: [.command(StreamCommand())]).runProcess()
