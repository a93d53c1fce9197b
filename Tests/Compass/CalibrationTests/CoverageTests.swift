// Cells of direction.
import Calibration
import Quantities
import TestSupport
import Testing

@Test func cells_areAllReachedAndNumberedByFace() {
  var random = SeededGenerator(seed: 5)
  var coverage = DirectionCells()
  for _ in 0..<20_000 {
    let w = direction(&random)
    let cell = DirectionCells.cell(of: Vector3(x: Int32(4096 * w.0), y: Int32(4096 * w.1), z: Int32(4096 * w.2)))
    #expect(cell < 96)
    coverage.insert(cell)
  }
  #expect(coverage.count == 96)
  #expect(DirectionCells.cell(of: Vector3(x: 100, y: 1, z: 1)) / 16 == 0)
  #expect(DirectionCells.cell(of: Vector3(x: -100, y: 1, z: 1)) / 16 == 1)
  #expect(DirectionCells.cell(of: Vector3(x: 1, y: 100, z: 1)) / 16 == 2)
  #expect(DirectionCells.cell(of: Vector3(x: 1, y: 1, z: -100)) / 16 == 5)
}
