// The vector files are what their generator makes.

import TestSupport
import Testing

@Test(.enabled(if: Repository.hasPython))
func vectors_areWhatTheGeneratorMakes() throws {
  let generator = try TemporaryProcess("python3", [Repository.path("Protocols/tools/make_vectors.py"), "--check"])
  let message = generator.finish()
  #expect(generator.process.terminationStatus == 0, "\(message)")
}
