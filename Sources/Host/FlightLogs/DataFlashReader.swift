// Reads ArduPilot's DataFlash logs as their bytes come. FMT records describe the other records; FMTU and MULT give
// factors.
//
// It stores only one record (at most 255 bytes) and 256 descriptions.

/// Receives the contents of a DataFlash log in the order of the file.
protocol DataFlashReceiver {
  /// One record; `name` is its type.
  mutating func record(_ name: String, _ fields: [String: LogField], _ bytes: ArraySlice<UInt8>)
}

/// A streaming reader of one DataFlash log.
struct DataFlashReader<Receiver: DataFlashReceiver>: LogReader {
  static var magic: [UInt8] { [0xa3, 0x95, 0x80] }

  var receiver: Receiver

  private struct Format {
    var name = ""
    var length = 0
    var columns: [String] = []
    var fields: [String: LogField] = [:]
  }

  var bytes = LogBytes()
  private var formats = [Format](repeating: Format(), count: 256)
  /// Factors by their letter (MULT), and the letters of a type's fields (FMTU) if they came before its FMT or MULT.
  private var multipliers: [UInt8: Double] = [:]
  private var unitLetters: [UInt8: (units: [UInt8], multipliers: [UInt8])] = [:]

  private static var formatType: UInt8 { 0x80 }
  private static var formatLength: Int { 89 }

  init(_ receiver: Receiver) {
    self.receiver = receiver
    formats[Int(Self.formatType)].length = Self.formatLength
  }

  mutating func parse(isLast: Bool) {
    while bytes.count >= 3 {
      guard let length = recordLength(at: 0) else {
        bytes.lose(1)
        continue
      }
      guard bytes.count >= length + 3 || isLast else { return }
      // The next record must begin where this one ends; otherwise its length is wrong.
      guard bytes.count >= length, bytes.count < length + 3 || isRecord(at: length) else {
        bytes.lose(1)
        continue
      }
      readRecord(bytes[2], bytes[3..<length])
      bytes.skip(length)
    }
  }

  private func recordLength(at: Int) -> Int? {
    guard bytes[at] == 0xa3, bytes[at + 1] == 0x95 else { return nil }
    let length = formats[Int(bytes[at + 2])].length
    return length >= 3 ? length : nil
  }

  /// Whether the type of the record after the first one is known, or becomes known by the first one.
  private func isRecord(at: Int) -> Bool {
    if recordLength(at: at) != nil { return true }
    return bytes[2] == Self.formatType && bytes[at] == 0xa3 && bytes[at + 1] == 0x95 && bytes[at + 2] == bytes[3]
  }

  private mutating func readRecord(_ type: UInt8, _ body: ArraySlice<UInt8>) {
    if type == Self.formatType { return describe(body) }
    let format = formats[Int(type)]
    switch format.name {
    case "FMTU": addUnits(format, body)
    case "MULT": addMultiplier(format, body)
    default: receiver.record(format.name, format.fields, body)
    }
  }

  /// The body: type, length, name (4 letters), format (16) and columns (64).
  private mutating func describe(_ body: ArraySlice<UInt8>) {
    let (type, length) = (UInt8(body.little(0, 1)), Int(body.little(1, 1)))
    guard type != Self.formatType, length >= 3 else { return }
    let letters = Array(body.text(6, 16).utf8)
    var format = Format(name: body.text(2, 4), length: length)
    format.columns = body.text(22, 64).split(separator: ",").map(String.init)
    var offset = 0
    for (letter, column) in zip(letters, format.columns) {
      guard let (kind, factor, count) = Self.kind(letter) else { break }
      format.fields[column] = LogField(kind: kind, offset: offset, count: count, factor: factor)
      offset += kind.size * count
    }
    formats[Int(type)] = format
    scale(type)
  }

  private mutating func addUnits(_ format: Format, _ body: ArraySlice<UInt8>) {
    guard let type = format.fields["FmtType"]?.number(body).flatMap({ UInt8(exactly: $0) }),
      let units = format.fields["UnitIds"], let factors = format.fields["MultIds"]
    else { return }
    unitLetters[type] = (
      Array(body.text(units.offset, units.kind.size).utf8), Array(body.text(factors.offset, factors.kind.size).utf8)
    )
    scale(type)
  }

  private mutating func addMultiplier(_ format: Format, _ body: ArraySlice<UInt8>) {
    guard let letter = format.fields["Id"]?.number(body), let value = format.fields["Mult"]?.number(body) else {
      return
    }
    guard let id = UInt8(exactly: letter), value != 0 else { return }
    multipliers[id] = value
    for type in unitLetters.keys { scale(type) }
  }

  /// Sets the factors and units of a type's fields. If a letter of the format has a factor of its own, that counts too.
  private mutating func scale(_ type: UInt8) {
    guard let letters = unitLetters[type] else { return }
    for (index, column) in formats[Int(type)].columns.enumerated() where index < letters.multipliers.count {
      guard let field = formats[Int(type)].fields[column], index < letters.units.count else { continue }
      // The field is in gauss times its factor; without units it is in milligauss. The receiver expects milligauss.
      let isGauss = letters.units[index] == UInt8(ascii: "G")
      if isGauss, let factor = multipliers[letters.multipliers[index]] {
        formats[Int(type)].fields[column] = LogField(
          kind: field.kind, offset: field.offset, count: field.count, factor: factor * 1000)
      }
    }
  }

  /// The kind, factor and count for a letter of a format.
  private static func kind(_ letter: UInt8) -> (LogNumber, Double, Int)? {
    switch letter {
    case UInt8(ascii: "a"): (.int16, 1, 32)
    case UInt8(ascii: "b"): (.int8, 1, 1)
    case UInt8(ascii: "B"), UInt8(ascii: "M"): (.uint8, 1, 1)
    case UInt8(ascii: "h"): (.int16, 1, 1)
    case UInt8(ascii: "H"): (.uint16, 1, 1)
    case UInt8(ascii: "i"): (.int32, 1, 1)
    case UInt8(ascii: "I"): (.uint32, 1, 1)
    case UInt8(ascii: "f"): (.float, 1, 1)
    case UInt8(ascii: "d"): (.double, 1, 1)
    case UInt8(ascii: "g"): (.half, 1, 1)
    case UInt8(ascii: "n"): (.text(4), 1, 1)
    case UInt8(ascii: "N"): (.text(16), 1, 1)
    case UInt8(ascii: "Z"): (.text(64), 1, 1)
    case UInt8(ascii: "c"): (.int16, 0.01, 1)
    case UInt8(ascii: "C"): (.uint16, 0.01, 1)
    case UInt8(ascii: "e"): (.int32, 0.01, 1)
    case UInt8(ascii: "E"): (.uint32, 0.01, 1)
    case UInt8(ascii: "L"): (.int32, 1e-7, 1)
    case UInt8(ascii: "q"): (.int64, 1, 1)
    case UInt8(ascii: "Q"): (.uint64, 1, 1)
    default: nil
    }
  }
}
