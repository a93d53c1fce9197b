// Reads the vectors that lie beside the specifications.

import Foundation

private struct VectorFile<Case: Decodable>: Decodable {
  let version: Int
  let cases: [Case]
}

/// The folder Protocols/ of the repository.
let protocols = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Protocols")

/// The cases of one vector file.
func vectors<Case: Decodable>(_ path: String, as _: Case.Type) throws -> [Case] {
  let file = protocols.appendingPathComponent(path)
  let document = try JSONDecoder().decode(VectorFile<Case>.self, from: Data(contentsOf: file))
  guard document.version == 1, !document.cases.isEmpty else { throw VectorFileError(path: path) }
  return document.cases
}

struct VectorFileError: Error { let path: String }

/// Three numbers of a vector file.
func triple(_ v: [Int32]) -> SIMD3<Int32> { SIMD3(v[0], v[1], v[2]) }
