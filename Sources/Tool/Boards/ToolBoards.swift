// ToolBoards: `boards`: lists, makes, builds, measures and checks boards and images.
//
// In: names of boards. Out: images, tables, findings.
// Free to change: output for people.
