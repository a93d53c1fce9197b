// The program `binnacle`.
import ToolCommandLine

CommandLineTool.binnacle.runProcess()
