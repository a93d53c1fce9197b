// Passes a device's frames on to every page, byte for byte.
import Foundation
import LinkProtocol
import SerialLink

/// Cuts what comes from a device into frames, keeps those that a new page must know, and hands them to the pages.
///
/// One thread feeds it: that of the link. Pages come and go on the server's thread.
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

  /// What went through.
  package struct Counters: Equatable, Sendable {
    package var frames = 0
    /// Runs of bytes between delimiters that are no frame. They are passed on, because the page counts them too.
    package var corrupt = 0
    /// Runs that are longer than any frame. They are not passed on.
    package var overlong = 0
    /// Frames that slow pages did not get, added over the pages.
    package var dropped = 0
    /// Pages that were served so far.
    package var pages = 0
  }

  /// Bytes that may wait for one page: four seconds of 100 readings a second.
  package static let queueLimit = 65_536
  /// The most pages at once. Connections are left for commands and the status.
  package static let pageLimit = 32

  /// Kinds whose last frame a new page gets first: what the device is, its settings and its calibration. All others are
  /// moments.
  private static let kept: [MessageKind] = [
    .hello, .mounting, .headingSettings, .localField, .calibration, .storedRecord, .calibrationReport,
    .calibrationProgress, .periodicCalibration, .calibrationPrompt, .statistics, .sensorList,
  ]
  private static let keptCodes = Set(kept.map(\.rawValue))
  /// Moments. Where a capture stands, its last one is what a page shows.
  private static let moments = Set([MessageKind.periodicMotion, .motion, .reading, .computed].map(\.rawValue))
  private static let longest = FrameLimits.maximumEncoded

  /// Whether a capture is played: a new page gets its last reading, too, because no other may come.
  package var isPlaying: Bool {
    get { lock.withLock { playing } }
    set { lock.withLock { playing = newValue } }
  }
  private var playing = false

  package init() {}

  /// What went through so far.
  package var counters: Counters { lock.withLock { counted } }
  /// The pages that are served now.
  package var pageCount: Int { lock.withLock { pages.count } }

  /// A stream whose received bytes go to the pages as they are read.
  /// - Parameter noticed: called with each correct frame's kind and payload, on the thread that reads.
  package func tap(
    _ stream: any ByteStream, noticed: @escaping @Sendable (UInt8, [UInt8]) -> Void = { _, _ in }
  ) -> any ByteStream {
    TappedStream(stream) { [self] direction, _, bytes in
      if direction == .received { feed(bytes, noticed: noticed) }
    }
  }

  /// Takes bytes as they came from the device.
  /// - Parameter isSilent: whether the pages do not get them; what pages to come must know is kept all the same.
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
      // A delimiter alone tells nothing, and a run without end must not fill the memory of the pages.
      if !isSilent, begun.count > 1, begun.count <= Self.longest { whole.append(begun) }
      begun.removeAll(keepingCapacity: true)
    }
    send(whole)
  }

  /// Ends the stream of every page, whose next one begins with what holds now: a capture goes on elsewhere.
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

  /// The device is another one, or a capture begins elsewhere: what was kept is no longer true.
  package func forget() {
    lock.withLock { (latest, latestMoments) = ([:], []) }
    begun = []
    decoder = FrameDecoder()
  }

  /// Begins a page: it gets what was kept between two empty frames, then what comes. - Returns: `nil` if there are too many.
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

  /// The page is gone.
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
