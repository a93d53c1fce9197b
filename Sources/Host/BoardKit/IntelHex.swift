// Intel HEX, the file that interface chips take.

/// Reads Intel HEX files ("Hexadecimal Object File Format Specification", Intel, 1988).
enum IntelHex {
  private static let endOfFile: UInt8 = 1

  /// Why `file` is no whole Intel HEX file, as a clause; `nil` for a right one.
  static func defect(in file: [UInt8]) -> String? {
    let lines = file.split { $0 == 0x0a || $0 == 0x0d }
    guard !lines.isEmpty else { return "it is empty" }
    var hasData = false
    for (number, line) in lines.enumerated() {
      guard let record = record(line) else { return "line \(number + 1) is no record of an Intel HEX file" }
      guard record.reduce(0, &+) == 0 else { return "the checksum of line \(number + 1) is wrong" }
      if record[3] == 0 { hasData = true }
      if record[3] == endOfFile {
        guard number + 1 == lines.count else { return "it goes on after its end in line \(number + 1)" }
        return hasData ? nil : "it holds no data"
      }
    }
    return "it is cut: its last line is missing"
  }

  /// The bytes of a record: length, address, kind, data and checksum.
  private static func record(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.first == UInt8(ascii: ":"), line.count % 2 == 1 else { return nil }
    let digits = line.dropFirst().map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count >= 10, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    let bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    return bytes.count == Int(bytes[0]) + 5 ? bytes : nil
  }
}
