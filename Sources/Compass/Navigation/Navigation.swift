// Navigation: bearing, distance, guidance, course, heading sources and the deviation card.
//
// In: positions, fixes, headings. Out: legs, views of the guidance, the chosen source, a card.
// Free to change: the code of the equations, if bearings stay within their bounds. Ask first: states and tables
// (Protocols/navigation).
