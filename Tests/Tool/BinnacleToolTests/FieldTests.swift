// binnacle field and check world-model, from the command line to the exit status.
import Foundation
import Geomagnetism
import TestSupport
import Testing
import Verdict

@testable import ToolCheck
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolNavigation

private func run(_ words: [String]) -> (Int32, String, String) {
  let spy = SpyConsole()
  let tool = CommandLineTool(tree: [.command(FieldCommand())])
  let status = tool.run(["field"] + words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func check(_ words: [String], _ command: CheckWorldModelCommand = CheckWorldModelCommand()) -> (Int32, String) {
  let group = CommandGroup(name: "check", summary: "check", members: [command])
  let spy = SpyConsole()
  let status = CommandLineTool(tree: [.group(group)])
    .run(["check", "world-model"] + words, console: spy.console)
  return (status, spy.results)
}

private func object(_ line: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

@Test func field_ofAnOfficialRow_isTheOfficialOne() throws {
  // Row 46 of the official values.
  let (status, results, remarks) = run([
    "-43,111W,44000", "--date", "2027.0", "--json",
  ])
  #expect(status == 0)
  #expect(remarks.isEmpty)
  let field = try object(results)
  #expect(field["model"] as? String == "WMM-2025")
  #expect(field["validFrom"] as? String == "2025-01-01")
  #expect(field["validUntil"] as? String == "2030-01-01")
  #expect(field["zone"] as? String == "normal")
  for (name, value) in [
    ("northNanotesla", 20471.522067), ("eastNanotesla", 9245.505620), ("downNanotesla", -29347.556906),
    ("horizontalNanotesla", 22462.470699), ("totalNanotesla", 36957.295441),
  ] {
    #expect(abs((field[name] as? Double ?? .nan) - value) <= 0.1, "\(name)")
  }
  #expect(abs((field["declinationDegrees"] as? Double ?? .nan) - 24.31) <= 0.006)
  #expect(abs((field["dipDegrees"] as? Double ?? .nan) + 52.57) <= 0.006)
}

/// Texts with their places: latitude, longitude and height, or null.
private struct PlaceRow: Decodable {
  let text: String
  let place: [Double]?
}

@Test func places_asPeopleWriteThem_areReadAsOnThePage() throws {
  let rows = try JSONDecoder().decode(
    [PlaceRow].self, from: Data(contentsOf: URL(fileURLWithPath: Repository.path("Tests/Data/places.json"))))
  #expect(rows.count > 50)
  for row in rows {
    let place = try? Place(row.text)
    guard let wanted = row.place else {
      #expect(place == nil, "\(row.text)")
      continue
    }
    let read = try #require(place, "\(row.text)")
    for (value, right) in zip([read.latitude, read.longitude, read.height], wanted) {
      #expect(abs(value - right) < 1e-12, "\(row.text)")
    }
  }
}

private let badInput: [([String], String)] = [
  (["90.1,0"], "The latitude “90.1” in “90.1,0” must be degrees from -90 to 90"),
  (["nan,0"], "The latitude “nan” in “nan,0” must be degrees"),
  (["10,180.1"], "The longitude “180.1” in “10,180.1” must be degrees from -180 to 180"),
  (["10,270"], "The longitude “270”"),
  (["10"], "“10” is not a place"),
  ([], "PLACE"),
  (["10,10,850001"], "The height in “10,10,850001” must be a number of metres from -1000 to 850000"),
  (["10,10", "--date", "2025-02-29"], "--date wants a day such as"),
  (["10,10", "--date", "2024-12-31"], "2024-12-31 is before WMM-2025, which holds from 2025"),
  (["10,10", "--date", "2030.5"], "Add --extrapolate"),
  (["10,10", "--date", "2041", "--extrapolate"], "more than ten years outside WMM-2025"),
]

@Test(arguments: badInput)
func field_ofBadInput_saysWhatIsWrong(words: [String], message: String) {
  let (status, results, remarks) = run(words)
  #expect(status == 2)
  #expect(results.isEmpty)
  #expect(remarks.contains(message), "\(remarks)")
}

@Test func field_outsideTheModel_isGivenOnDemandAndSaysSo() throws {
  let (status, results, _) = run(["10,10", "--date", "2031-05-01", "--extrapolate", "--json"])
  #expect(status == 0)
  #expect(try object(results)["extrapolated"] as? Bool == true)
}

@Test func field_nearTheMagneticPoles_warns() throws {
  // Rows 1 and 2 of the official values: 1504 nT and 2164 nT.
  for (latitude, longitude, height, zone) in [("89", "-121", "28000", "blackout"), ("80", "-96", "48000", "caution")] {
    let (_, results, _) = run(["\(latitude),\(longitude),\(height)", "--date", "2025.0", "--json"])
    #expect(try object(results)["zone"] as? String == zone)
  }
}

@Test func checkWorldModel_passesWithAHashThatDoesNotDependOnThreads() throws {
  let (status, results) = check(["--samples", "2000", "--seed", "5", "--json", "--threads", "1"])
  #expect(status == 0)
  let verdict = try object(results)
  #expect(verdict["pass"] as? Bool == true)
  #expect(verdict["samples"] as? Int == 2000)
  let (_, again) = check(["--samples", "2000", "--seed", "5", "--json", "--threads", "3"])
  #expect(try object(again)["hash"] as? String == verdict["hash"] as? String)
  // Kept from a run: another hash means other bits of some field.
  #expect(verdict["hash"] as? String == "7e24852ccd7ea5b1")
}

@Test func checkWorldModel_ofAWrongModel_fails() throws {
  var command = CheckWorldModelCommand()
  command.function = { position, moment in
    var field = WorldModelSweep.integerModel(position, moment)
    field?.q8Nanotesla.x += 51
    return field
  }
  let (status, results) = check(["--samples", "100", "--json"], command)
  #expect(status == 1)
  #expect(try object(results)["pass"] as? Bool == false)
}
