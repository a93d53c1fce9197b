// Why an instrument is initialised at its final address, and not on the stack first.

/// A member of this type keeps the compiler from moving its container through registers and temporaries.
///
/// A type with raw layout has an address from the start. Therefore initialisers write to the final place, and functions
/// that only read the container get its address and not a copy. Without this member the `main` of a board keeps a
/// second instrument on its stack: 2.2 KiB of the 16 KiB of a micro:bit (docs/bare-metal-build.md, "State"). It costs
/// one byte. docs/decisions/0011-in-place.md says why it is this attribute.
@_rawLayout(size: 1, alignment: 1)
public struct InPlace: ~Copyable {
  /// Sets nothing: the byte has no meaning.
  @inlinable @inline(__always) public init() {}
}
