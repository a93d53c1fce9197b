// ToolCommandLine: arguments, options, help, errors, exit statuses and version of every command.
//
// In: the words of a command line. Out: parsed values, or what is wrong with them and what to write instead.
// Free to change: layout of help. Ask first: names of options, exit statuses, which scripts of others use.
