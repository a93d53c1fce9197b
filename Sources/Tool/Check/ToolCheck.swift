// ToolCheck: `check` and `report-silicon`: the proofs that a user can repeat.
//
// In: seeds, counts, a link. Out: figures, pass or fail, a report to send.
// Free to change: layout. Ask first: limits, and what a report contains.
