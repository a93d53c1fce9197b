// A pipe with a name: before anybody writes, while somebody does, and after the last one went.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

@Test func pipe_isReadWhileSomebodyWritesAndLostAfterwards() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("pipe")
  #expect(mkfifo(path, 0o600) == 0 && PipeStream.isPipe(path))
  let pipe = try PipeStream(path: path)
  defer { pipe.close() }
  #expect(try pipe.read(atMost: 10, deadline: .after(seconds: 0.05)).isEmpty, "nobody writes yet")
  let writer = open(path, O_WRONLY | O_CLOEXEC)
  #expect(write(writer, "abc", 3) == 3)
  #expect(try pipe.read(exactly: 3, deadline: .after(seconds: 5)) == Array("abc".utf8))
  #expect(try pipe.read(atMost: 10, deadline: .after(seconds: 0.05)).isEmpty, "it may write more")
  #expect(write(writer, "de", 2) == 2)
  close(writer)
  #expect(try pipe.read(exactly: 2, deadline: .after(seconds: 5)) == Array("de".utf8))
  let error = #expect(throws: LinkError.self) { try pipe.read(atMost: 10, deadline: .after(seconds: 5)) }
  guard case .lost = error else { return unexpected(error) }
}
