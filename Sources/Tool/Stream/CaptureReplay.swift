// Reads a captured stream again.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import SerialLink
import TerminalInterface
import ToolCommandLine

/// Replays the stream in a capture: the readings are equal to the last bit, and the verdict is the same.
package struct CaptureReplay {
  package let path: String
  package let options: StreamOptions
  package let header: CaptureHeader
  private var chunks: [CaptureChunk] = []
  /// The error that cut the file short. It is reported after everything before it was used.
  package private(set) var ending: CaptureError?

  package init(path: String, options: StreamOptions) throws {
    self.path = path
    self.options = options
    let reader = try CaptureReader(path: path)
    header = reader.header
    do throws(CaptureError) {
      while let chunk = try reader.next() { chunks.append(chunk) }
    } catch {
      ending = error
    }
  }

  /// Options that a replay does not support, and why.
  package static let refusals: [(option: CommandOption, reason: String)] =
    [
      (
        .location,
        "is set on a device while it measures; the capture holds the true headings that it gave.\n"
          + "Capture with --location: binnacle stream LINK --location WHERE --capture FILE"
      )
    ]
    + [CommandOption.rate, .filter, .heartbeat, .smooth, .orientation, .pointing, .mounting, .level, .card].map {
      ($0, "is done by the device while it measures; a replay gives exactly what the device sent.")
    }
    + [CommandOption.sabotage, .on, .capture, .reconnect, .noDTR, .summary, .require, .prefer].map {
      ($0, "is for a live device; a capture's bytes are as they came.")
    }

  package func run(_ report: StreamReport) throws -> ExitStatus {
    let played = play(report)
    let status = report.finish(
      played.line, bench: played.bench, clock: played.facts.clock, isReal: played.facts.isReal)
    if let ending { throw ending }
    return status
  }

  /// What a capture contains in addition to its readings.
  package struct Played {
    package var facts: CaptureFacts
    package var line: StreamReport.Line
    /// The world of a simulated instrument.
    package var bench: (any Bench)?
  }

  /// Plays everything into `report`.
  /// - Parameter sees: receives every frame, and whether the host sent it.
  package func play(_ report: StreamReport, sees: ((HostFrame, Bool) -> Void)? = nil) -> Played {
    let notes = chunks.filter { $0.kind == .note }.map { String(decoding: $0.bytes, as: UTF8.self) }
    let facts = CaptureFacts(notes: notes)
    report.title("\(path): capture of \(header.linkName)")
    let player = CapturePlayer(
      options, report, limit: min(facts.readings ?? Int.max, options.readings ?? Int.max),
      startMicroseconds: header.startMicroseconds)
    player.sees = sees
    var isInterrupted = false
    for chunk in chunks {
      // A reader that closes the pipe, or Ctrl-C, ends a long replay early. The notes describe what came before them.
      isInterrupted = Interrupt.isRequested
      if isInterrupted, chunk.kind != .note { break }
      player.play(chunk)
    }
    player.finish()
    var line = StreamReport.Line(counters: player.received.counters)
    line.expectedCorrupt = player.damage.expectedFrames
    line.timeUncertainty = player.isRecording ? nil : facts.clock.uncertainty
    (line.failure, line.trouble) = (facts.failure, facts.trouble)
    line.wasInterrupted = isInterrupted
    line.isWhole = ending == nil
    line.hasOwnCalibration = notes.contains(LiveStream.ownCalibrationNote)
    if let failure = facts.failure { report.remark("in this capture the link was lost: \(failure)") }
    // A recording does not describe the world of the board that computed it.
    let bench = player.isRecording ? nil : Benches.captured(notes)
    return Played(facts: facts, line: line, bench: bench)
  }
}

/// The facts that the live session noted in its capture.
package struct CaptureFacts {
  /// The limit in microseconds: two such times can be added in nanoseconds.
  package static let latest: UInt64 = 1 << 51
  package var clock = ClockTrack()
  package var readings: Int?
  package var isReal = true
  /// Why the stream ended early.
  package var failure: String?
  /// The class of that failure: it may pass, or it is permanent.
  var trouble: HeadingTrouble?

  package init(notes: [String]) {
    for note in notes {
      let words = note.split(separator: " ")
      if words.first == "clock", words.count == 7, let offset = Int64(words[2]), let uncertainty = Int64(words[4]),
        let device = UInt64(words[6]), device <= Self.latest, offset.magnitude <= 1000 * Self.latest,
        (0...1000 * Int64(Self.latest)).contains(uncertainty)
      {
        clock.add(
          ClockEstimate(
            offsetNanoseconds: offset, uncertaintyNanoseconds: uncertainty, device: Instant(microseconds: device)))
      } else if words.first == "stream", words.count == 5 {
        readings = Int(words[2])
        isReal = words[4] == "1"
      } else if words.first == "lost" {
        failure = String(note.dropFirst("lost ".count))
      } else if words.first == "trouble", words.count == 2 {
        trouble = [HeadingTrouble.transient, .fatal].first { "\($0)" == words[1] }
      }
    }
  }
}
