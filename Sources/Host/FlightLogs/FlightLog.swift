// A binary log of an autopilot: its kind, and its magnetometers.

/// Reads a PX4 ULog or an ArduPilot DataFlash log as its bytes come.
///
/// Its memory grows with the samples of the field (some 64 bytes each), not with the file. In addition it keeps one
/// record, the descriptions of records, and 64 samples of each other sensor. Damaged parts are skipped: a record counts
/// only if the next one begins at its end.
package struct FlightLog {
  private enum Reader {
    case ulog(ULogReader<PX4Magnetometers>)
    case dataFlash(DataFlashReader<ArduPilotMagnetometers>)
  }

  private var reader: Reader
  /// Bytes that belong to no record; valid after `finish`.
  package private(set) var lostBytes: UInt64 = 0
  /// Milliseconds that the logger could not write.
  package private(set) var dropoutMilliseconds: UInt64 = 0

  /// The number of bytes by which a log is recognised.
  package static let recognisedBytes = 7

  /// - Parameter first: at least the first `recognisedBytes` of the file. The result is `nil` for any other file.
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

  /// Reads the next bytes; the first call includes those of `first`.
  package mutating func read(_ bytes: some Collection<UInt8>) {
    switch reader {
    case .ulog(var inner):
      // During the read it must not be referenced elsewhere, or it would be copied.
      reader = .dataFlash(DataFlashReader(ArduPilotMagnetometers()))
      inner.read(bytes)
      reader = .ulog(inner)
    case .dataFlash(var inner):
      reader = .ulog(ULogReader(PX4Magnetometers()))
      inner.read(bytes)
      reader = .dataFlash(inner)
    }
  }

  /// Ends the reading. Returns the magnetometers that have samples, by their number.
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
