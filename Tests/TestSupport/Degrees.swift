// Binary angles from degrees. `BinaryAngle.degrees` and `binaryDegrees` of Marine give them back.

import Marine
import Quantities

/// The angle nearest to `degrees`, which may be of any number of turns.
package func angle(_ degrees: Double) -> BinaryAngle {
  BinaryAngle(rawValue: UInt32(truncatingIfNeeded: Int64((degrees / 360 * 0x1p32).rounded())))
}
