// ToolNavigation: `bearing`, `field`, `guide`, `sources`, `swing`.
//
// In: places, locations, a link. Out: bearings, arrows, sources, a deviation card.
// Free to change: layout. Ask first: what is set on a board, and removed.
