// One world, written in sixty ways: layouts, units and decorations.

import Foundation
import TestSupport
import Testing

/// The samples of a sensor that is turned every way, µT; hard iron 12, −34, 8 and 48 µT around it.
private let samples: [SIMD3<Double>] = (0..<180).map { index in
  let height = 1 - 2 * (Double(index) + 0.5) / 180
  let (radius, turn) = ((1 - height * height).squareRoot(), Double(index) * 2.399963)
  let field = SIMD3(radius * cos(turn), radius * sin(turn), height) * 48
  return SIMD3(field.x * 1.03, field.y * 0.98, field.z * 0.99) + SIMD3(12, -34, 8)
}

private struct Variant {
  var separator: String
  var hasDecimalComma = false
  var unit: (name: String, size: Double)
  /// Whether the names have the unit, stand alone, in a comment, above a row of units; or there are none.
  var header: Int
  var decoration: Int

  init(_ number: Int) {
    let separators = [",", ";", "\t", " ", ";", "\t"]
    separator = separators[number % 6]
    hasDecimalComma = number % 6 >= 4
    let units = [("uT", 1.0), ("nT", 1000), ("mG", 10), ("G", 0.01), ("mT", 0.001), ("T", 1e-6)]
    unit = units[(number / 6 + number) % 6]
    header = number % 5
    decoration = (number / 5) % 8
  }

  var text: [UInt8] {
    var lines: [String] = []
    let marked = separator == " " ? "_" : " "
    switch header {
    case 0: lines.append(["mx", "my", "mz"].map { "\($0)\(marked)(\(unit.name))" }.joined(separator: separator))
    case 1: lines.append(["mag_x", "mag_y", "mag_z"].joined(separator: separator))
    case 2: lines.append("# " + ["mx_", "my_", "mz_"].map { $0 + unit.name }.joined(separator: separator))
    case 3:
      lines += [
        ["mx", "my", "mz"].joined(separator: separator),
        [unit.name, unit.name, unit.name].joined(separator: separator),
      ]
    default: break
    }
    for (index, sample) in samples.enumerated() {
      let cells = (0..<3).map { axis in
        let text = String(format: "%.9g", sample[axis] * unit.size)
        return hasDecimalComma ? text.replacingOccurrences(of: ".", with: ",") : text
      }
      lines.append(decorated(cells, index))
    }
    let end = decoration == 1 ? "\r\n" : decoration == 2 ? "\r" : "\n"
    let whole = lines.joined(separator: end) + end
    switch decoration {
    case 3: return [0xff, 0xfe] + whole.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case 4: return [0xef, 0xbb, 0xbf] + Array(whole.utf8)
    default: return Array(whole.utf8)
    }
  }

  private func decorated(_ cells: [String], _ index: Int) -> String {
    let row = cells.joined(separator: separator)
    switch decoration {
    case 5: return String(format: "09:%02d:%02d.%03d -> ", index / 60, index % 60, index) + row
    case 6: return "\u{1b}[0;32mI (\(1000 + index)) compass: \(row)\u{1b}[0m"
    case 7: return "(" + row + ")"
    default: return row
    }
  }
}

@Suite struct RecordingVariantTests {
  @Test(arguments: 0..<60) func variant_isReadOrAsksOneQuestion(number: Int) throws {
    let variant = Variant(number)
    let folder = try TemporaryFolder()
    let file = folder.path("variant.txt")
    try Data(variant.text).write(to: URL(fileURLWithPath: file))
    var outcome = RecordingOutcome(["fit", file, "--json"])
    if outcome.status == 2 {
      #expect(!outcome.advised.isEmpty, "\(outcome.remarks)")
      outcome = RecordingOutcome(["fit", file, "--json"] + outcome.advised)
    }
    let fit = try outcome.fit()
    #expect(fit["unit"] as? String == variant.unit.name && fit["rows"] as? Int == samples.count, "\(outcome.remarks)")
    let centre = try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double], "\(outcome.remarks)")
    for (axis, iron) in [12.0, -34, 8].enumerated() {
      #expect(abs(centre[axis] / variant.unit.size - iron) < 0.1, "\(centre): \(outcome.remarks)")
    }
  }

  /// Labels and objects, whose lines carry the names.
  @Test(arguments: [
    "mx: %.4f uT, my: %.4f uT, mz: %.4f uT", "Mag X: %.4f Y: %.4f Z: %.4f uT | Temp: 21.5",
    "{\"mag\": {\"x\": %.4f, \"y\": %.4f, \"z\": %.4f}, \"note\": \"a, b\"}", "mag = (%.4f, %.4f, %.4f)",
    "[00:00:01.234,567] <inf> app: mx=%.4f my=%.4f mz=%.4f", "{\"magnetometer\": [%.4f, %.4f, %.4f]}",
    "I (1234) mag: X: %.4f Y: %.4f Z: %.4f uT", "x=%.4fuT y=%.4fuT z=%.4fuT",
    "2026-04-02 09:15:00,123 - INFO - %.4f, %.4f, %.4f", "2026-04-02T09:15:00.5Z,%.4f,%.4f,%.4f",
    "Acc: 0.1 0.2 9.8 Gyro: 1 2 3 Mag: %.4f %.4f %.4f",
  ])
  func lines_withNames_areRead(form: String) throws {
    let folder = try TemporaryFolder()
    let lines = samples.map { String(format: form, $0.x, $0.y, $0.z) }
    let file = try folder.write("Sensor ready\r\n" + lines.joined(separator: "\r\n") + "\r\n", to: "lines.txt")
    let outcome = RecordingOutcome(["fit", file, "--json"])
    let fit = try outcome.fit()
    let centre = try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double], "\(outcome.remarks)")
    #expect(fit["rows"] as? Int == samples.count && abs(centre[1] + 34) < 0.1, "\(outcome.remarks)")
  }
}
