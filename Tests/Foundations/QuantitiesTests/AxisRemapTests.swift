// The 24 mountings are the 24 rotations of a cube.

import Quantities
import RawMemory
import Testing

/// Rows forward, right, down: the sensor's unit vectors as the body sees them.
func matrix(_ remap: AxisRemap) -> [[Int32]] {
  let x = remap.body(Vector3(x: 1, y: 0, z: 0))
  let y = remap.body(Vector3(x: 0, y: 1, z: 0))
  let z = remap.body(Vector3(x: 0, y: 0, z: 1))
  return [[x.x, y.x, z.x], [x.y, y.y, z.y], [x.z, y.z, z.z]]
}

func determinant(_ m: [[Int32]]) -> Int32 {
  m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
    + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

@Test func remaps_all24_areDifferentRotations() throws {
  var seen: Set<[[Int32]]> = []
  for raw in UInt8(0)..<24 {
    let remap = try #require(AxisRemap(rawValue: raw))
    let m = matrix(remap)
    for i in 0..<3 {
      for j in 0..<3 {
        let dot = (0..<3).reduce(Int32(0)) { $0 + m[i][$1] * m[j][$1] }
        #expect(dot == (i == j ? 1 : 0), "remap \(raw), rows \(i) and \(j)")
      }
    }
    #expect(determinant(m) == 1, "remap \(raw)")
    seen.insert(m)
  }
  #expect(seen.count == 24)
}

@Test func remaps_rawValue_comesBack() {
  for raw in UInt8(0)...255 {
    #expect(AxisRemap(rawValue: raw)?.rawValue == (raw < 24 ? raw : nil))
  }
}

@Test func remaps_rawValue_countsForwardThenRight() {
  // The order that the link protocol states: forward +X −X +Y −Y +Z −Z, and under each the four axes square to it.
  let axes: [AxisRemap.SignedAxis] = [.plusX, .minusX, .plusY, .minusY, .plusZ, .minusZ]
  var raw: UInt8 = 0
  for forward in axes {
    for right in axes where right.axis != forward.axis {
      let remap = AxisRemap(rawValue: raw)
      #expect(remap?.forward == forward && remap?.right == right, "\(raw)")
      #expect(AxisRemap(forward: forward, right: right)?.rawValue == raw)
      raw += 1
    }
  }
  #expect(raw == 24)
}

@Test func remap_parallelAxes_doesNotExist() {
  #expect(AxisRemap(forward: .plusX, right: .plusX) == nil)
  #expect(AxisRemap(forward: .plusX, right: .minusX) == nil)
  #expect(AxisRemap(forward: .minusZ, right: .plusZ) == nil)
}

@Test func remap_identity_isNumberZero() {
  #expect(AxisRemap.identity.rawValue == 0)
  #expect(AxisRemap.identity.down == .plusZ)
  let v = Vector3(x: 1, y: -2, z: 3)
  #expect(AxisRemap.identity.body(v) == v)
}

@Test func remap_smallestInteger_saturatesWhenNegated() {
  let turned = AxisRemap(forward: .minusX, right: .minusY)
  #expect(turned?.down == .plusZ)
  #expect(
    turned?.body(Vector3(x: Int32.min, y: Int32.max, z: Int32.min))
      == Vector3(x: Int32.max, y: -Int32.max, z: Int32.min))
}

@Test func remap_boardOnItsBack_swapsRightAndDown() {
  // Sensor x forward, y left, z up: the usual axes of ST's parts when a board lies flat, component side up.
  let flat = AxisRemap(forward: .plusX, right: .minusY)
  #expect(flat?.body(Vector3(x: 1, y: 2, z: 3)) == Vector3(x: 1, y: -2, z: -3))
}

/// The enumerations that the device finds by their number in memory.
@Test func enumerations_inMemory_areTheirRawValues() {
  for number in UInt8(0)..<6 {
    #expect(Unchecked.enumeration(numbered: number, as: AxisRemap.SignedAxis.self).rawValue == number)
  }
  for number in UInt8(0)...255 {
    if let display = DisplayOrientation(rawValue: number) {
      #expect(Unchecked.enumeration(numbered: number, as: DisplayOrientation?.self) == display)
      #expect(
        DisplayOrientation(rawValue: number + 1) != nil
          || Unchecked.enumeration(numbered: number + 1, as: DisplayOrientation?.self) == nil)
    }
  }
}
