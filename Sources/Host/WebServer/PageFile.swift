// The files that the server gives to a browser.
import CPage
import CZlib

/// One file of the page.
package struct PageFile: Sendable {
  /// The path below `/`, such as `index.html`.
  package let path: String
  /// The media type.
  package let type: String
  /// The bytes, which live as long as the program.
  package let bytes: [UInt8]
  /// The bytes as gzip, for browsers that accept it; `nil` if that is not smaller.
  package let packed: [UInt8]?

  package init(path: String, type: String, bytes: [UInt8]) {
    (self.path, self.type, self.bytes) = (path, type, bytes)
    packed = Self.pack(bytes)
  }

  private static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    let packed = [UInt8](unsafeUninitializedCapacity: gzip_bound(bytes.count)) { buffer, count in
      count = bytes.withUnsafeBytes { gzip_pack($0.baseAddress, $0.count, buffer.baseAddress, buffer.count) }
    }
    return packed.isEmpty || packed.count >= bytes.count ? nil : packed
  }

  /// The files in this program. They lack the page's core if the program was built without it.
  package static func embedded() -> [PageFile] { list(page_files()) }

  /// The files in this program from which a report is made. They are not served.
  package static func ofReport() -> [PageFile] { list(report_files()) }

  private static func list(_ table: UnsafePointer<page_file>?) -> [PageFile] {
    var files: [PageFile] = []
    var row = table
    while let file = row?.pointee, let path = file.path, let type = file.type {
      files.append(
        PageFile(
          path: String(cString: path), type: String(cString: type),
          bytes: [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.length))))
      row = row?.advanced(by: 1)
    }
    return files
  }
}
