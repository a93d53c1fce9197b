// Publishing: the targets of `binnacle publish`: servers, datagrams, serial lines, services.
//
// In: readings as text. Out: bytes for clients, each with a bounded queue of its own.
// Free to change: a target's file. Ask first: what a slow client costs the others.
