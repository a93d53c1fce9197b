// Binary angles from degrees. `BinaryAngle.degrees` and `binaryDegrees` of DeviceUnits give them back.

import DeviceUnits
import Quantities

/// The angle nearest to `degrees`, which may be of any number of turns.
package func angle(_ degrees: Double) -> BinaryAngle { BinaryAngle(degrees: degrees) }
