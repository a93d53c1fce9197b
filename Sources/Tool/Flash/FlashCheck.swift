// Waits for a flashed board, and checks which image it runs.
import BoardKit
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

struct FlashCheck {
  let image: BoardImage
  /// The board's link, as the user named it.
  let port: String?
  let patience: Double
  let console: Console

  init(_ image: BoardImage, port: String?, patience: Double, console: Console) {
    (self.image, self.port, self.patience, self.console) = (image, port, patience, console)
  }

  /// - Parameters:
  ///   - hash: the build id of the flashed image; `nil` if unknown.
  ///   - drive: the drive on which a loader reports a failure.
  ///   - kept: the calibration to give back to the board.
  func run(_ hash: UInt64?, name: String, drive: LoaderDrive?, kept: KeptCalibration?) throws -> ExitStatus {
    console.line("waiting for the board to restart, \(Int(patience)) s at most")
    let deadline = Deadline.after(seconds: patience)
    do {
      let connection = try self.connection(hash, drive, deadline)
      return try connection.use {
        console.line(connection.title)
        console.line(
          hash == nil
            ? "It answers. Which image \(name) holds is not known, so it was not compared."
            : "It runs the image that was flashed.")
        if let kept {
          kept.giveBack(to: connection, console: console)
        } else if connection.hello.capabilities.contains(.storage) {
          let isThere = try connection.session.storedRecord().state.status == .present
          console.line(
            isThere
              ? "Its calibration was kept." : "It has no calibration: `binnacle calibrate \(connection.linkName)`.")
        }
        return .pass
      }
    } catch {
      if let kept { console.remark("binnacle: \(kept.advice)") }
      throw error
    }
  }

  /// A connection to the board with the new image. Until the deadline, a real board may be absent or still run the old
  /// image.
  private func connection(_ hash: UInt64?, _ drive: LoaderDrive?, _ deadline: Deadline) throws -> Connection {
    var other: String?
    while true {
      if let failure = drive?.failure { throw CommandError(.verdictFailed, "The loader refused the file: \(failure)") }
      if let link = link() {
        do {
          let connection = try Connection(link)
          if hash == nil || connection.hello.imageHash == hash { return connection }
          other = connection.hello.imageHashText
          try connection.close()
        } catch {
          if !isReal(link) { throw error }
        }
        if let other, let hash, !isReal(link) { throw FlashProblem.otherImage(other, hash) }
      }
      if Interrupt.isRequested { throw FlashProblem.interruptedAfter(image.board) }
      guard deadline > .now else {
        if let other, let hash { throw FlashProblem.otherImage(other, hash) }
        throw FlashProblem.notBack(patience)
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  private func link() -> String? {
    if let port { return port }
    guard let loader = image.board.loader else { return SerialPorts.list().isEmpty ? nil : "auto" }
    return LoaderFinder.ports(of: loader).first?.name
  }

  /// Whether the link may disappear and come back.
  private func isReal(_ link: String) -> Bool {
    switch try? LinkAddress(link) {
    case .serial, .tcp, .auto: true
    default: false
    }
  }
}

extension Connection {
  /// The link, quoted for commands.
  fileprivate var linkName: String { linkText.shellWord }
}
