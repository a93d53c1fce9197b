// Readings with the fields and the semantics of Core Location's CLHeading, for programs that were written for it.
//
// Only in this output a number means "not valid": headingAccuracy is negative if and only if there is no usable
// heading, and trueHeading is −1 if and only if there is no true heading. No heading is ever 360, and none is negative
// otherwise.
import DeviceUnits
import Foundation
import Heading
import LinkProtocol
import Marine
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection

extension CommandOption {
  package static let coreLocation = flag(
    "core-location", "JSON lines as CLHeading has them: headings, accuracy (negative: invalid), x, y, z in uT, time")
}

struct CoreLocationOutput: ReadingForm {
  /// The mounting: sensor axes to body axes.
  let mounting: AxisRemap
  /// When the heading was determined, seconds since 1970.
  let time: (Reading) -> Double

  var header: String? { nil }

  func line(_ reading: Reading, _ motion: FusionReport?, _ movement: Movement?) -> String { json(reading).line }

  func json(_ reading: Reading) -> JSONObject {
    let assessment = reading.assessment
    // Without a valid heading there may be an unusable one; its accuracy shows that.
    let magnetic = assessment.magnetic ?? (reading.mode == .unavailable ? .zero : reading.heading)
    let isValid = assessment.isUsable
    let accuracy = HeadingAccuracy.compatible(isValid ? assessment.accuracy : nil)
    let field = NormalisedField.microtesla(MagneticField(nanotesla: mounting.body(reading.field.nanotesla)))
    return [
      "magneticHeading": .fixed(magnetic.degrees, decimals: 7),
      "trueHeading": (isValid ? assessment.trueNorth : nil).map {
        .fixed($0.degrees, decimals: 7)
      } ?? .integer(-1),
      "headingAccuracy": .fixed(Double(accuracy) / 100, decimals: 2),
      "x": .double(field.x), "y": .double(field.y), "z": .double(field.z),
      "timestamp": .string(UTCText(secondsSince1970: time(reading)).text),
    ]
  }
}

/// The field as Core Location gives it, with each axis limited to ±128 µT (Protocols/heading/spec.md, section 10).
package enum NormalisedField {
  /// The field in microtesla, body axes.
  package static func microtesla(_ field: MagneticField) -> SIMD3<Double> {
    let v = field.nanotesla
    return SIMD3(v.x, v.y, v.z).clamped(lowerBound: SIMD3(repeating: -128_000), upperBound: SIMD3(repeating: 128_000))
      .microtesla
  }
}

extension SIMD3 where Scalar == Int32 {
  fileprivate var microtesla: SIMD3<Double> { SIMD3<Double>(self) / 1000 }
}
