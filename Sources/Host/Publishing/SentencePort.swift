// nmea+serial: sentences on a serial line, not more than the line carries.
import Foundation
import SerialLink

/// `nmea+serial:PATH[?baud=N]`
package final class SentencePort: PublishTarget {
  package static let scheme = "nmea+serial"
  package static let pattern = "nmea+serial:PATH[?baud=N]"
  package static let explanation = "a serial line, 8N1, at \(usualBaud) baud or N; 38400 is NMEA 0183's fast rate"
  /// The standard rate of NMEA 0183.
  static let usualBaud = 4800
  /// The data that may wait in the kernel, in seconds of the line. A reading that waited longer would be outdated.
  private static let queueSeconds = 0.25

  package let name: String
  package let form = PublishedForm.sentences
  package private(set) var counters = TargetCounters()
  private let path: String
  private let baud: Int
  private var stream: DescriptorStream?

  package init(_ text: TargetText) throws(TargetTextError) {
    try text.allow(["baud"])
    path = text.rest.hasPrefix("//") ? String(text.rest.dropFirst(2)) : text.rest
    guard path.hasPrefix("/") else {
      throw .wrong(text.whole, "it needs the path of a port: nmea+serial:/dev/ttyUSB1 (`binnacle ports` lists them)")
    }
    baud =
      try text.option("baud").map { option throws(TargetTextError) in
        guard let value = Int(option), (1200...4_000_000).contains(value) else {
          throw .wrong(text.whole, "baud=\(option) must be a rate such as 4800 or 38400")
        }
        return value
      } ?? Self.usualBaud
    name = "nmea+serial:\(path)" + (baud == Self.usualBaud ? "" : "?baud=\(baud)")
  }

  /// A byte has ten bits on the line: start, eight, stop.
  package var bytesPerSecond: Int? { baud / 10 }

  package func open() throws(TargetFault) {
    do throws(LinkError) { stream = try openSerial(path: path, baud: baud) } catch { throw Self.fault(error) }
  }

  /// Discards received bytes, and notices if the port is gone.
  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? {
    guard let stream else { return nil }
    do throws(LinkError) {
      for _ in 0..<4 where try stream.read(atMost: 4096, deadline: .now).isEmpty { break }
    } catch { throw Self.fault(error) }
    return nil
  }

  package func send(_ message: [UInt8]) throws(TargetFault) {
    guard let stream else { return }
    guard Double(stream.unsentBytes) <= Double(baud) / 10 * Self.queueSeconds else {
      counters.skipped += 1
      return
    }
    do throws(LinkError) {
      try stream.write(message, deadline: .after(seconds: 0.5))
      counters.sent += 1
    } catch {
      // Nothing is accepted. The end of a cut sentence makes it invalid, and the next one begins with "$".
      guard case .timeout = error else { throw Self.fault(error) }
      counters.skipped += 1
    }
  }

  package func close() {
    stream?.close()
    stream = nil
  }

  private static func fault(_ error: LinkError) -> TargetFault {
    if case .lost(let name, let reason) = error { return TargetFault("\(name) is gone: \(reason).\nCheck its cable.") }
    return TargetFault(error.description)
  }
}
