// Frames of the link for JavaScript: bytes to frames, and a frame to bytes.

import LinkProtocol

/// A decoder, and whether its last byte completed a frame.
struct PageDecoder: ~Copyable {
  var decoder = FrameDecoder()
  var hasFrame = false

  /// Copies header and payload of the last frame; returns their length.
  func copyFrame(to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let contents = decoder.frame.contents
    for i in contents.indices { bytes[i] = contents[i] }
    return contents.count
  }
}

/// Bytes of a decoder.
@c(pageDecoderSize)
public func pageDecoderSize() -> Int32 { objectSize(PageDecoder.self) }

/// Makes a decoder that has seen no byte.
@c(pageDecoderInit)
public func pageDecoderInit(_ memory: UnsafeMutableRawPointer?) -> Int32 {
  initialise(memory, PageKind.decoder) { PageDecoder() }
}

/// Decodes bytes up to the end of the next frame.
/// - Returns: the number of bytes used; `pageDecoderFrame` says whether they end with a frame. Below 0: a `PageCode`.
@c(pageDecoderFeed)
public func pageDecoderFeed(
  _ memory: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let found = value(of: memory, PageKind.decoder, as: PageDecoder.self) else { return PageCode.kind }
  guard let bytes else { return PageCode.address }
  guard count >= 0 else { return PageCode.range }
  found.pointee.hasFrame = false
  var used: Int32 = 0
  while used < count {
    let event = found.pointee.decoder.feed(bytes[Int(used)])
    used &+= 1
    if event == .frame {
      found.pointee.hasFrame = true
      break
    }
  }
  return used
}

/// Copies the frame with which the last bytes ended: kind, token, two bytes of the sequence number, payload.
/// - Parameter frame: room for 260 bytes.
/// - Returns: the length; 0 when they did not end with a frame. Below 0: a `PageCode`.
@c(pageDecoderFrame)
public func pageDecoderFrame(_ memory: UnsafeMutableRawPointer?, _ frame: UnsafeMutablePointer<UInt8>?) -> Int32 {
  guard let found = value(of: memory, PageKind.decoder, as: PageDecoder.self) else { return PageCode.kind }
  guard let frame else { return PageCode.address }
  guard found.pointee.hasFrame else { return 0 }
  return Int32(truncatingIfNeeded: found.pointee.copyFrame(to: frame))
}

/// A counter since the start.
/// - Parameter which: 0 frames, 1 corrupt ones, 2 overlong ones.
/// - Returns: the count; 0 for another number or no decoder.
@c(pageDecoderCount)
public func pageDecoderCount(_ memory: UnsafeMutableRawPointer?, _ which: Int32) -> UInt32 {
  guard let found = value(of: memory, PageKind.decoder, as: PageDecoder.self) else { return 0 }
  switch which {
  case 0: return found.pointee.decoder.frames
  case 1: return found.pointee.decoder.corrupt
  case 2: return found.pointee.decoder.overlong
  default: return 0
  }
}

/// Writes a frame as it goes over the line: with checksum, byte stuffing and delimiter.
/// - Parameters:
///   - kind: 0 to 255.
///   - token: 0 to 255; a request that wants an answer has 1 or more.
///   - sequence: 0 to 65535.
///   - count: bytes of the payload, 0 to 256.
///   - encoded: room for 267 bytes.
/// - Returns: the length. Below 0: a `PageCode`.
@c(pageEncode)
public func pageEncode(
  _ kind: Int32, _ token: Int32, _ sequence: Int32, _ payload: UnsafePointer<UInt8>?, _ count: Int32,
  _ encoded: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  guard let payload, let encoded else { return PageCode.address }
  guard kind >= 0, kind <= 255, token >= 0, token <= 255, sequence >= 0, sequence <= 65_535, count >= 0, count <= 256
  else { return PageCode.range }
  var frame = FrameBuffer()
  frame.begin(
    FrameHeader(
      kind: UInt8(truncatingIfNeeded: kind), token: UInt8(truncatingIfNeeded: token),
      sequence: UInt16(truncatingIfNeeded: sequence)))
  for i in 0..<Int(count) { frame.append(payload[i]) }
  var room = UnsafeMutableBufferPointer(start: encoded, count: FrameLimits.maximumEncoded).mutableSpan
  return Int32(truncatingIfNeeded: frame.encode(into: &room))
}
