// Why an instrument is built where it will live, and not on the stack first.

/// A member of this type keeps the compiler from moving its container through registers and temporaries: a type with
/// raw layout has an address from the start, so initialisers write to the final place, and functions that only look
/// get that address where they would otherwise get a copy.
///
/// Without it a board's `main` holds a second instrument on its stack for ever, 2.2 KiB of a micro:bit's 16 KiB
/// (docs/bare-metal-build.md, "State"). Costs one byte.
@_rawLayout(size: 1, alignment: 1)
public struct InPlace: ~Copyable {
  @inlinable @inline(__always) public init() {}
}
