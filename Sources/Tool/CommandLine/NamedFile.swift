// Reads the files that a command line names.
import TerminalInterface

/// The contents of a file, a pipe or a device.
/// - Parameter advice: what to do if it cannot be read.
/// - Throws: `CommandError`: status 5 if it cannot be read, 6 if it is longer than `limit`.
package func namedFile(_ path: String, upTo limit: FileLimit, advice: String) throws(CommandError) -> [UInt8] {
  do throws(FileFault) { return try contents(ofFile: path, upTo: limit) } catch {
    let next = error.isTooLong ? "Is it the right file?" : advice
    throw CommandError(error.isTooLong ? .badFile : .cannotOpen, "\(path) \(error).\n\(next)")
  }
}
