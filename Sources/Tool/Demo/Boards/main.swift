// The program that builds the image for `make demo` while the program of the demo is built: `boards build` of `binnacle`.
import ToolBoards
import ToolCommandLine

let boards = CommandGroup(
  name: "boards", summary: "build boards' firmware images", members: [BoardsBuildCommand()])
CommandLineTool(tree: [.group(boards)]).runProcess()
