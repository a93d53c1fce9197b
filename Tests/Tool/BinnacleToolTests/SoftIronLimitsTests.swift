// A soft iron that was written by hand is taken only when it can be one.
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

@testable import ToolCommandLine
@testable import ToolStream

private func read(_ softIron: String) throws -> CalibrationJSON.Import {
  let folder = try TemporaryFolder()
  let path = folder.path("compass.json")
  try Data("{\"hardIronNanotesla\": [1, 2, 3], \"softIron\": \(softIron)}".utf8).write(to: URL(fileURLWithPath: path))
  return try CalibrationJSON.read(path: path)
}

@Test(arguments: [
  ("[[5,0,0],[0,1,0],[0,0,1]]", "divide its nine numbers by 1.71"),
  ("[[1,0.5,0],[-0.5,1,0],[0,0,1]]", "determinant of “softIron” is 1.25"),
  ("[[0.001,0,0],[0,0.001,0],[0,0,0.001]]", "divide its nine numbers by 0.001"),
  ("[[1.03,0,0],[0,1,0],[0,0,1]]", "1 is wanted, within 0.02"),
  ("[[-1,0,0],[0,1,0],[0,0,1]]", "mirrors"), ("[[0,0,0],[0,0,0],[0,0,0]]", "mirrors"),
  ("[[0,1,0],[1,0,0],[0,0,1]]", "mirrors"),
])
func softIron_thatChangesVolumeOrMirrors_isRefusedWithWhatIsWanted(matrix: String, words: String) {
  let error = #expect(throws: CommandError.self) { try read(matrix) }
  #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
}

@Test func softIron_ofAFitAndTurnedByTheAlignment_isTaken() throws {
  #expect(try read("[[1,0,0],[0,1.25,0],[0,0,0.8]]").record.softIron.rows.1.y == 20_971_520)
  #expect(try read("[[1.1,0.05,-0.02],[0.05,0.95,0.01],[-0.02,0.01,0.96]]").record.modelOrder == .ellipsoid)
  // R·S with R about z, S = diag(1.25, 1, 0.8).
  for degrees in [5.0, 25.8, 90, 180] {
    let (c, s) = (cos(degrees * Double.pi / 180), sin(degrees * Double.pi / 180))
    #expect(try read("[[\(1.25 * c),\(-s),0],[\(1.25 * s),\(c),0],[0,0,0.8]]").record.modelOrder == .ellipsoid)
  }
}
