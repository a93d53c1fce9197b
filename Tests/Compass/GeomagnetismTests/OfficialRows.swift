// The official test values of WMM2025: the file's own eighteen fields.
import Foundation
import Reference
import TestSupport
import Testing

struct OfficialRow: CustomTestStringConvertible {
  let fields: [Double]
  let text: String

  /// Field `number` of the file, counted from 1 as its header does.
  subscript(number: Int) -> Double { fields[number - 1] }
  var year: Double { self[1] }
  var height: Double { self[2] }
  var latitude: Double { self[3] }
  var longitude: Double { self[4] }
  var testDescription: String { "\(year) \(height) km \(latitude) \(longitude)" }

  static func all() throws -> [OfficialRow] {
    try String(contentsOfFile: Repository.path("Tests/Data/wmm/WMM2025_TEST_VALUES.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { OfficialRow(fields: $0.split(separator: " ").compactMap { Double($0) }, text: String($0)) }
  }
}

/// The model in Double, from the committed file.
let referenceModel: ReferenceWorldModel = {
  guard
    let text = try? String(contentsOfFile: Repository.path("Tests/Data/wmm/WMM2025.COF"), encoding: .utf8),
    let model = try? ReferenceWorldModel(text: text)
  else { fatalError("Tests/Data/wmm/WMM2025.COF is missing or damaged") }
  return model
}()
