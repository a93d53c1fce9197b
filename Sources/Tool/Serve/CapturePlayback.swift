// Plays the bytes of a capture to pages at their original times, from any position.
import Foundation
import HostSession
import LinkProtocol
import Recordings
import SerialLink
import TerminalInterface
import ToolStream
import WebServer

/// A capture as a list of pieces with their times.
package struct CaptureTrack: Sendable {
  struct Piece: Sendable {
    enum Content: Sendable {
      case bytes([UInt8])
      case lost(String)
      case back
    }
    /// Since the first piece.
    var microseconds: UInt64
    var content: Content
  }

  private(set) var pieces: [Piece] = []
  /// Why the file ends early; `nil` for a complete file.
  package private(set) var ending: CaptureError?
  /// The link that was captured.
  package let linkName: String

  /// Microseconds from the first piece to the last.
  package var duration: UInt64 { pieces.last?.microseconds ?? 0 }

  /// - Throws: `CaptureError` for a file that is not a capture. A capture that is cut off is used up to its end.
  package init(path: String) throws {
    let reader = try CaptureReader(path: path)
    linkName = reader.header.linkName
    var clock = TrackClock()
    var first: UInt64?
    func add(_ content: Piece.Content, at time: UInt64) {
      let start = first ?? time
      first = start
      let elapsed = time > start ? time - start : 0
      pieces.append(Piece(microseconds: max(pieces.last?.microseconds ?? 0, elapsed), content: content))
    }
    do throws(CaptureError) {
      while let chunk = try reader.next() {
        let time = min(chunk.microseconds, CaptureFacts.latest)
        switch chunk.kind {
        case .sent: break
        case .received:
          for (time, bytes) in clock.parts(of: chunk.bytes, at: time) { add(.bytes(bytes), at: time) }
        case .note:
          let note = String(decoding: chunk.bytes, as: UTF8.self)
          if note == RecordingStream.captureNote { clock.isRecording = true }
          if note.hasPrefix("gap ") { add(.lost("in this capture the link was lost"), at: time) }
          if note == "answered" { add(.back, at: time) }
        }
      }
    } catch {
      ending = error
    }
  }
}

/// The times at which the frames of a capture are played. The readings of a recording were computed as fast as
/// possible; each reading contains the time of its measurement.
private struct TrackClock {
  var isRecording = false
  private let reader = FrameReader()
  private var begun: [UInt8] = []
  private var last: UInt64 = 0

  mutating func parts(of bytes: [UInt8], at time: UInt64) -> [(UInt64, [UInt8])] {
    guard isRecording else { return [(time, bytes)] }
    var found: [(UInt64, [UInt8])] = []
    for byte in bytes {
      begun.append(byte)
      var frame: HostFrame?
      withUnsafeBytes(of: byte) { reader.feed($0, at: 0) { frame = $0 } }
      guard byte == 0 else { continue }
      if let reading: Reading = frame.flatMap({ $0.kind == .computed ? $0.message() : nil }) {
        last = reading.time.microseconds
      }
      found.append((last, begun))
      begun = []
    }
    return found
  }
}

/// Plays a track until the program ends.
final class CapturePlayback: @unchecked Sendable {
  private let track: CaptureTrack
  private let relay: FrameRelay
  private let link: ServedLink
  private let condition = NSCondition()
  /// The next piece.
  private var next = 0
  private var isPaused = false
  private var speed = 1.0
  /// The position that a page requested, microseconds.
  private var wanted: UInt64?
  /// The host time at which position 0 would have been played, nanoseconds.
  private var origin = Int64(MonotonicClock.nanoseconds())
  /// The position while the player is paused, microseconds.
  private var held: UInt64 = 0

  /// - Parameter link: it becomes a played capture, so that pages before `run` already know it.
  init(_ track: CaptureTrack, relay: FrameRelay, link: ServedLink) {
    (self.track, self.relay, self.link) = (track, relay, link)
    relay.isPlaying = true
    link.become(.connected, track.ending.map { $0.description })
    link.play { [self] in seek($0) }
    publishPosition()
  }

  /// Plays until `isOver`. At the end of the track it waits for a page to go back.
  func run(until isOver: () -> Bool) {
    condition.withLock { restart(at: held) }
    while !isOver() {
      if let target = condition.withLock({ removeWanted() }) { jump(to: target) }
      while !isOver(), let piece = condition.withLock({ due() }) { play(piece) }
      publishPosition()
      condition.withLock { _ = condition.wait(until: Date().addingTimeInterval(min(0.1, waiting()))) }
    }
  }

  // MARK: - The pages' wishes

  /// Changes `position` (seconds), `paused`, `speed`; each may be absent.
  private func seek(_ body: CommandBody) -> CommandAnswer {
    do {
      try body.allow(["position", "paused", "speed"])
      let position = try body.number("position", 0...1e9)
      let pause = try body.truth("paused")
      let pace = try body.number("speed", 0.1...100)
      condition.withLock {
        let now = position.map { min(UInt64($0 * 1e6), track.duration) }
        if let now { wanted = now }
        held = now ?? currentPosition
        if let pause { isPaused = pause }
        if let pace { speed = pace }
        restart(at: held)
        condition.signal()
      }
      publishPosition()
      return CommandAnswer(status: 200, json: "{\"done\":true}")
    } catch { return .error(error.description, status: 400) }
  }

  private func removeWanted() -> UInt64? {
    defer { wanted = nil }
    return wanted
  }

  // MARK: - The player

  private func restart(at position: UInt64) {
    held = position
    origin = Int64(MonotonicClock.nanoseconds()) - Int64(Double(position) * 1000 / speed)
  }

  private var currentPosition: UInt64 {
    if isPaused || next >= track.pieces.count { return min(held, track.duration) }
    let elapsed = Double(Int64(MonotonicClock.nanoseconds()) - origin) * speed / 1000
    return min(UInt64(max(0, elapsed)), track.duration)
  }

  /// The next piece if its time has come.
  private func due() -> CaptureTrack.Piece? {
    guard wanted == nil, !isPaused, next < track.pieces.count, track.pieces[next].microseconds <= currentPosition else {
      return nil
    }
    defer {
      next += 1
      if next == track.pieces.count { held = track.duration }
    }
    return track.pieces[next]
  }

  /// Seconds until the next piece.
  private func waiting() -> Double {
    guard wanted == nil else { return 0 }
    guard !isPaused, next < track.pieces.count else { return 1 }
    let ahead = Double(track.pieces[next].microseconds) - Double(currentPosition)
    return max(0, ahead / speed / 1e6)
  }

  private func play(_ piece: CaptureTrack.Piece) {
    switch piece.content {
    case .bytes(let bytes): bytes.withUnsafeBytes { relay.feed($0) }
    case .lost(let reason): link.become(.lost, reason)
    case .back: link.become(.connected)
    }
  }

  /// Goes to a position. The pages restart with the device's earlier messages about itself, and with the last reading.
  private func jump(to target: UInt64) {
    relay.forget()
    link.become(.connected)
    var index = 0
    while index < track.pieces.count, track.pieces[index].microseconds <= target {
      switch track.pieces[index].content {
      case .bytes(let bytes): bytes.withUnsafeBytes { relay.feed($0, isSilent: true) }
      case .lost(let reason): link.become(.lost, reason)
      case .back: link.become(.connected)
      }
      index += 1
    }
    condition.withLock {
      next = index
      restart(at: wanted ?? target)
    }
    relay.beginPagesAnew()
  }

  private func publishPosition() {
    let (position, paused, pace, isAtEnd) = condition.withLock {
      (currentPosition, isPaused, speed, wanted == nil && next >= track.pieces.count)
    }
    link.set(capture: [
      "position": .fixed(Double(position) / 1e6, decimals: 3),
      "duration": .fixed(Double(track.duration) / 1e6, decimals: 3), "paused": .bool(paused),
      "speed": .double(pace), "atEnd": .bool(isAtEnd),
    ])
  }
}
