// The samples of a report in space: the cloud, and how constant the strength of the corrected field is over all
// directions.
import Calibration
import Correction
import Quantities
import TerminalInterface
import ToolStream

/// The points of a cloud, as many as a picture can show.
struct ReportCloud {
  static let limit = 1500
  var samples: Int
  /// Nanotesla, sensor axes.
  var points: [Vector3]

  init(_ all: [Vector3]) {
    samples = all.count
    let step = max(1, (all.count + Self.limit - 1) / Self.limit)
    points = stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  var json: JSONObject {
    [
      "samples": .integer(samples), "points": .integer(points.count),
      "nanotesla": .array(points.map { .array([.integer($0.x), .integer($0.y), .integer($0.z)]) }),
    ]
  }
}

/// |corrected| / strength − 1 by the direction of the corrected field, in 96 cells.
package struct ReportDirections {
  /// Some samples.
  struct Residual {
    var samples = 0
    fileprivate var sum = 0.0
    /// The deviation furthest from 0.
    var worst = 0.0
    var mean: Double { samples == 0 ? 0 : sum / Double(samples) }

    fileprivate mutating func add(_ value: Double) {
      samples += 1
      sum += value
      if abs(value) > abs(worst) { worst = value }
    }

    fileprivate mutating func add(_ other: Residual) {
      samples += other.samples
      sum += other.sum
      if abs(other.worst) > abs(worst) { worst = other.worst }
    }
  }

  private(set) var cells: [Residual]
  /// Root of the mean square.
  private(set) var rms = 0.0
  let mounting: AxisRemap
  var seen: Int { cells.count { $0.samples > 0 } }

  /// - Returns: `nil` without a calibration, or without samples.
  package init?(_ samples: [Vector3], _ record: CalibrationRecord, mounting: AxisRemap) {
    guard record.modelOrder != .none, !samples.isEmpty else { return nil }
    cells = Array(repeating: Residual(), count: DirectionCells.total)
    self.mounting = mounting
    func vector(_ v: Vector3, _ scale: Double) -> SIMD3<Double> {
      SIMD3(Double(v.x), Double(v.y), Double(v.z)) / scale
    }
    let centre = vector(record.hardIron, 256)
    let rows = [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2].map { vector($0, 0x1p24) }
    let corrected = samples.map { sample -> SIMD3<Double> in
      let d = vector(sample, 1) - centre
      var c = SIMD3((rows[0] * d).sum(), (rows[1] * d).sum(), (rows[2] * d).sum())
      // A planar calibration does not describe the direction perpendicular to its plane.
      if record.modelOrder == .planar { c[Int(mounting.down.axis)] = 0 }
      return c
    }
    let lengths = corrected.map { ($0 * $0).sum().squareRoot() }
    let known = Double(record.fieldStrength)
    let strength = known > 0 ? known : lengths.reduce(0, +) / Double(lengths.count)
    guard strength > 0 else { return nil }
    var squares = 0.0
    for (field, length) in zip(corrected, lengths) {
      let residual = length / strength - 1
      squares += residual * residual
      func whole(_ value: Double) -> Int32 { Int32(max(-0x1p28, min(0x1p28, value.rounded()))) }
      let cell = DirectionCells.cell(of: Vector3(x: whole(field.x), y: whole(field.y), z: whole(field.z)))
      cells[Int(cell)].add(residual)
    }
    rms = (squares / Double(lengths.count)).squareRoot()
  }

  var worst: Double { cells.map(\.worst).max { abs($0) < abs($1) } ?? 0 }

  /// The six sides of the instrument, with the samples whose field left through each.
  var sides: [(name: String, residual: Residual)] {
    (0..<6).map { face in
      var all = Residual()
      for cell in cells[face * 16..<face * 16 + 16] { all.add(cell) }
      return (CalibrationText.side(ofFace: face, mounting)?.name ?? "face \(face)", all)
    }
  }

  var json: JSONObject {
    func percent(_ value: Double) -> JSONValue { .fixed(100 * value, decimals: 3) }
    return [
      "rmsPercent": percent(rms), "worstPercent": percent(worst), "directionsSeen": .integer(seen),
      "cells": .array(cells.map { $0.samples == 0 ? .null : percent($0.mean) }),
      "sides": .array(
        sides.map { name, residual in
          .object([
            "side": .string(name), "samples": .integer(residual.samples),
            "meanPercent": residual.samples == 0 ? .null : percent(residual.mean),
            "worstPercent": residual.samples == 0 ? .null : percent(residual.worst),
          ])
        }),
    ]
  }
}

extension DirectionCells {
  /// The cells in the form of `calibration` in JSON: one digit for each cell.
  var digits: String { (0..<Self.total).map { hasCell(UInt8($0)) ? "1" : "0" }.joined() }

  /// The cells of `directions` that have samples.
  package init(_ directions: ReportDirections) {
    self.init()
    for (index, cell) in directions.cells.enumerated() where cell.samples > 0 { insert(UInt8(index)) }
  }
}
