// Numbers of sixteen bits with the low byte first, as most chips give them.
import Quantities

enum LowFirst {
  /// The two bytes at `index`, two's complement.
  static func count(_ bytes: RegisterBytes, at index: Int) -> Int32 {
    Int32(Int16(bitPattern: UInt16(bytes[index &+ 1]) &<< 8 | UInt16(bytes[index])))
  }

  /// Six bytes: X, Y, Z.
  static func vector(_ bytes: RegisterBytes) -> Vector3 {
    Vector3(x: count(bytes, at: 0), y: count(bytes, at: 2), z: count(bytes, at: 4))
  }

  /// A temperature with 8 counts a degree and 0 at 25 °C, in 1/8 °C.
  static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    let eighths = count(bytes, at: 0) &+ 200
    return eighths > 32_767 ? Int16.max : Int16(truncatingIfNeeded: eighths)
  }
}
