// The pair of sockets for an emulator that drops what finds no room.
import Foundation
import Testing

@testable import SerialLink

@Test func roomyPair_holdsTenThousandSingleBytesThatNobodyReads() throws {
  let (ours, theirs) = try LinuxSocket.roomyPair(name: "test")
  defer {
    close(ours)
    close(theirs)
  }
  for number in 0..<10_000 {
    var byte = UInt8(truncatingIfNeeded: number)
    try #require(send(theirs, &byte, 1, LinuxSocket.noSignal | Int32(MSG_DONTWAIT)) == 1, "byte \(number)")
  }
  var taken = 0
  var bytes = [UInt8](repeating: 0, count: 4096)
  while taken < 10_000 {
    let count = recv(ours, &bytes, bytes.count, 0)
    try #require(count > 0)
    for byte in bytes[..<count] {
      try #require(byte == UInt8(truncatingIfNeeded: taken))
      taken += 1
    }
  }
}

@Test func roomyPair_isConnectedBothWaysAndEndsWithItsOtherEnd() throws {
  let (ours, theirs) = try LinuxSocket.roomyPair(name: "test")
  defer { close(ours) }
  for end in [ours, theirs] { #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0) }
  var byte: UInt8 = 7
  #expect(send(ours, &byte, 1, LinuxSocket.noSignal) == 1)
  byte = 0
  #expect(recv(theirs, &byte, 1, 0) == 1 && byte == 7)
  close(theirs)
  #expect(recv(ours, &byte, 1, 0) == 0)
}
