// Numbers of sixteen bits with the high byte first.
import Quantities

enum HighFirst {
  /// The two bytes at `index`, two's complement.
  @inline(__always)
  static func count(_ bytes: RegisterBytes, at index: Int) -> Int32 {
    Int32(Int16(bitPattern: UInt16(bytes[index]) &<< 8 | UInt16(bytes[index &+ 1])))
  }

  /// Six bytes: X, Y, Z.
  static func vector(_ bytes: RegisterBytes) -> Vector3 {
    Vector3(x: count(bytes, at: 0), y: count(bytes, at: 2), z: count(bytes, at: 4))
  }
}
