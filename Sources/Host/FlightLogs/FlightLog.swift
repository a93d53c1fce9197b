// A binary log of an autopilot: which kind it is, and its magnetometers.

/// Reads a PX4 ULog or an ArduPilot DataFlash log as its bytes come.
///
/// What it keeps grows with the samples of the field (some 64 bytes each), not with the file: beside them one record, the
/// descriptions of records, and 64 samples of each other sensor. Damage is passed over: a record counts only where the
/// next one begins at its end.
package struct FlightLog {
  private enum Reader {
    case ulog(ULogReader<PX4Magnetometers>)
    case dataFlash(DataFlashReader<ArduPilotMagnetometers>)
  }

  private var reader: Reader
  /// Bytes that belonged to no record; known after `finish`.
  package private(set) var lostBytes: UInt64 = 0
  /// What the logger could not write, milliseconds.
  package private(set) var dropoutMilliseconds: UInt64 = 0

  /// The bytes by which a log is recognised.
  package static let recognisedBytes = 7

  /// - Parameter first: at least the first `recognisedBytes` of the file; `nil` for any other file.
  package init?(first: some Collection<UInt8>) {
    let start = Array(first.prefix(Self.recognisedBytes))
    if start == ULogReader<PX4Magnetometers>.magic {
      reader = .ulog(ULogReader(PX4Magnetometers()))
    } else if start.starts(with: DataFlashReader<ArduPilotMagnetometers>.magic) {
      reader = .dataFlash(DataFlashReader(ArduPilotMagnetometers()))
    } else {
      return nil
    }
  }

  /// The kind of log, for people.
  package var kind: String {
    switch reader {
    case .ulog: "PX4 ULog"
    case .dataFlash: "ArduPilot DataFlash log"
    }
  }

  /// Reads the next bytes; also those of `first`.
  package mutating func read(_ bytes: some Collection<UInt8>) {
    switch reader {
    case .ulog(var inner):
      // Nobody else holds it while it reads, or it would be copied.
      reader = .dataFlash(DataFlashReader(ArduPilotMagnetometers()))
      inner.read(bytes)
      reader = .ulog(inner)
    case .dataFlash(var inner):
      reader = .ulog(ULogReader(PX4Magnetometers()))
      inner.read(bytes)
      reader = .dataFlash(inner)
    }
  }

  /// Ends the reading. - Returns: the magnetometers that have samples, by their number.
  package mutating func finish() -> [LoggedMagnetometer] {
    switch reader {
    case .ulog(var inner):
      inner.finish()
      (lostBytes, dropoutMilliseconds) = (inner.lostBytes, inner.dropoutMilliseconds)
      return inner.receiver.finish()
    case .dataFlash(var inner):
      inner.finish()
      lostBytes = inner.lostBytes
      return inner.receiver.finish()
    }
  }
}
