// Passes a device's frames to every page, byte for byte.
import Foundation
import LinkProtocol
import SerialLink

/// Splits the device's bytes into frames, keeps those that a new page needs, and passes them to the pages.
///
/// Only the link's thread feeds it. Pages come and go on the server's thread.
package final class FrameRelay: @unchecked Sendable {
  private let lock = NSLock()
  private var pages: [ObjectIdentifier: PageStream] = [:]
  /// The last frame of each kind in `Self.kept`, with its delimiter.
  private var latest: [UInt8: [UInt8]] = [:]
  /// The last frame of each kind in `Self.moments` while a capture is played, in the order in which they came.
  private var latestMoments: [(kind: UInt8, frame: [UInt8])] = []
  private var decoder = FrameDecoder()
  private var begun: [UInt8] = []
  private var counted = Counters()

  /// Counters of the data that passed through.
  package struct Counters: Equatable, Sendable {
    package var frames = 0
    /// Sequences of bytes between delimiters that are not frames. They are passed on, because the page counts them too.
    package var corrupt = 0
    /// Sequences that are longer than any frame. They are not passed on.
    package var overlong = 0
    /// Frames that slow pages did not get, summed over all pages.
    package var dropped = 0
    /// Pages that were served so far.
    package var pages = 0
  }

  /// The number of bytes that may wait for one page: four seconds of 100 readings per second.
  package static let queueLimit = 65_536
  /// The largest number of pages. The remaining connections are for commands and the status.
  package static let pageLimit = 32

  /// The kinds whose last frame a new page gets first: the device's identity, its settings and its calibration.
  private static let kept: [MessageKind] = [
    .hello, .mounting, .headingSettings, .localField, .calibration, .storedRecord, .calibrationReport,
    .calibrationProgress, .periodicCalibration, .calibrationPrompt, .statistics, .sensorList,
  ]
  private static let keptCodes = Set(kept.map(\.rawValue))
  /// The kinds that describe one moment. While a capture is paused, a page shows the last frame of these.
  private static let moments = Set([MessageKind.periodicMotion, .motion, .reading, .computed].map(\.rawValue))
  private static let longest = FrameLimits.maximumEncoded

  /// Whether a capture is played: a new page then also gets the last reading, because no other may come.
  package var isPlaying: Bool {
    get { lock.withLock { playing } }
    set { lock.withLock { playing = newValue } }
  }
  private var playing = false

  package init() {}

  /// The counters so far.
  package var counters: Counters { lock.withLock { counted } }
  /// The pages that are served now.
  package var pageCount: Int { lock.withLock { pages.count } }

  /// A stream whose received bytes are passed to the pages when they are read.
  /// - Parameter noticed: called with the kind and payload of each correct frame, on the thread that reads.
  package func tap(
    _ stream: any ByteStream, noticed: @escaping @Sendable (UInt8, [UInt8]) -> Void = { _, _ in }
  ) -> any ByteStream {
    TappedStream(stream) { [self] direction, _, bytes in
      if direction == .received { feed(bytes, noticed: noticed) }
    }
  }

  /// Receives bytes from the device.
  /// - Parameter isSilent: whether the pages do not get them. The frames that later pages need are kept anyway.
  package func feed(
    _ bytes: UnsafeRawBufferPointer, isSilent: Bool = false, noticed: (UInt8, [UInt8]) -> Void = { _, _ in }
  ) {
    var whole: [[UInt8]] = []
    for byte in bytes {
      let event = decoder.feed(byte)
      if begun.count <= Self.longest { begun.append(byte) }
      switch event {
      case .none: break
      case .corrupt: lock.withLock { counted.corrupt += 1 }
      case .overlong: lock.withLock { counted.overlong += 1 }
      case .frame: keep(noticed)
      }
      guard byte == 0 else { continue }
      // A delimiter alone is no information, and a sequence without end must not fill the memory of the pages.
      if !isSilent, begun.count > 1, begun.count <= Self.longest { whole.append(begun) }
      begun.removeAll(keepingCapacity: true)
    }
    send(whole)
  }

  /// Ends the stream of every page, because a capture continues elsewhere. The page's next stream begins with the
  /// present state.
  package func beginPagesAnew() {
    for page in lock.withLock({ Array(pages.values) }) { page.end(isAtOnce: true) }
  }

  private func send(_ whole: [[UInt8]]) {
    guard !whole.isEmpty else { return }
    let served = lock.withLock { Array(pages.values) }
    let dropped = served.reduce(0) { $0 + $1.append(whole) }
    if dropped > 0 { lock.withLock { counted.dropped += dropped } }
  }

  private func keep(_ noticed: (UInt8, [UInt8]) -> Void) {
    let kind = decoder.frame.header.kind
    lock.withLock {
      counted.frames += 1
      if Self.keptCodes.contains(kind) { latest[kind] = begun }
      if playing, Self.moments.contains(kind) {
        latestMoments.removeAll { $0.kind == kind }
        latestMoments.append((kind, begun))
      }
    }
    var payload: [UInt8] = []
    payload.reserveCapacity(decoder.frame.payloadLength)
    for i in 0..<decoder.frame.payloadLength { payload.append(decoder.frame.payload[i]) }
    noticed(kind, payload)
  }

  /// Forgets the frames that were kept: the device is another one, or a capture begins elsewhere.
  package func forget() {
    lock.withLock { (latest, latestMoments) = ([:], []) }
    begun = []
    decoder = FrameDecoder()
  }

  /// Adds a page: it gets the kept frames between two empty frames, then the new ones. Returns `nil` if there are too
  /// many pages.
  func addPage() -> PageStream? {
    let page: PageStream? = lock.withLock {
      guard pages.count < Self.pageLimit else { return nil }
      let page = PageStream(limit: Self.queueLimit)
      pages[ObjectIdentifier(page)] = page
      counted.pages += 1
      _ = page.append([[0]] + Self.kept.compactMap { latest[$0.rawValue] } + latestMoments.map(\.frame) + [[0]])
      return page
    }
    return page
  }

  /// Removes a page that has disconnected.
  func remove(_ page: PageStream) {
    page.forgetConnection()
    lock.withLock { pages[ObjectIdentifier(page)] = nil }
  }

  func keepAlive() {
    let now = MonotonicClock.nanoseconds()
    for page in lock.withLock({ Array(pages.values) }) { page.keepAlive(now: now) }
  }

  /// Ends every page's stream.
  func end() {
    for page in lock.withLock({ Array(pages.values) }) { page.end() }
  }
}
