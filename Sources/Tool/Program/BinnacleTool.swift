// BinnacleTool: the program `binnacle`: the list of all commands, and its start.
//
// In: the command line. Out: an exit status.
// Free to change: the order of commands in help.
