// Finds the drive of a board's loader, after asking a running board to start the loader.
import BoardKit
import DeviceLinks
import Foundation
import HostSession
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

struct LoaderFinder {
  let loader: Loader
  /// The board's link, as the user named it.
  let port: String?
  let patience: Double
  let console: Console
  let scene: FlashScene

  init(_ loader: Loader, port: String?, patience: Double, _ console: Console, scene: FlashScene = FlashScene()) {
    (self.loader, self.port, self.patience, self.console) = (loader, port, patience, console)
    self.scene = scene
  }

  /// The links of running boards of this kind.
  ///
  /// An emulator's link is left out: it would start another board.
  var links: [String] {
    if let port {
      switch try? LinkAddress(port) {
      case .serial, .tcp: return [port]
      default: return []
      }
    }
    return Self.ports(of: loader, among: scene.ports()).map(\.name)
  }

  static func ports(of loader: Loader, among ports: [SerialPortInfo] = SerialPorts.list()) -> [SerialPortInfo] {
    ports.filter { port in
      guard let vendor = port.usbVendor, let product = port.usbProduct else { return false }
      return FlashSight.identity(vendor, product) == loader.port
    }
  }

  /// The drive of the board.
  func find(given path: String?) throws -> LoaderDrive {
    if let path {
      guard let drive = LoaderDrive(at: path) else { throw FlashProblem.notADrive(path, loader) }
      guard loader.identifiers.contains(drive.identifier) else { throw FlashProblem.otherBoard(drive, loader) }
      return try usable(drive)
    }
    if let drive = try only() { return drive }
    let running = links
    if running.count > 1 { throw FlashProblem.twoPorts(running, loader) }
    var isAsked = false
    // An interface chip shows its drive without a request.
    if patience > 0, loader.kind == .uf2, let link = running.first {
      try askForLoader(link)
      isAsked = true
      console.line("waiting for its drive, \(Int(patience)) s at most")
    }
    let deadline = Deadline.after(seconds: isAsked ? patience : 0)
    while true {
      if let drive = try only() { return drive }
      if Interrupt.isRequested { throw FlashProblem.interruptedBefore(isAsked: isAsked) }
      guard deadline > .now else {
        for line in FlashSight.lines(scene) { console.remark(line) }
        throw FlashProblem.noDrive(loader, isAsked: isAsked)
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  /// The only mounted drive of the board. Two drives, or only the drive of another board, are an error.
  private func only() throws -> LoaderDrive? {
    let all = scene.drives()
    let right = all.filter { loader.identifiers.contains($0.identifier) }
    if right.count > 1 { throw FlashProblem.twoDrives(right) }
    if right.isEmpty, let other = all.first(where: { $0.isMaintenance || $0.kind == loader.kind }) {
      throw other.isMaintenance ? FlashProblem.maintenance(other) : FlashProblem.otherBoard(other, loader)
    }
    return try right.first.map(usable)
  }

  private func usable(_ drive: LoaderDrive) throws -> LoaderDrive {
    if drive.isMaintenance { throw FlashProblem.maintenance(drive) }
    return drive
  }

  /// Such a loader does not erase the calibration. A user who wants to be sure can first write it to a file.
  private func offerExport(of connection: Connection) {
    guard (try? connection.session.storedRecord().state.status) == .present else { return }
    console.line(
      "its calibration stays on the board; `binnacle calibration export \(connection.linkText.shellWord)` before a flash "
        + "keeps it in a file as well")
  }

  /// For a dry run: describes the running board, if there is one, and what can be kept of it.
  func describeRunning() {
    guard let link = links.first, let connection = try? Connection(link) else { return }
    defer { try? connection.close() }
    console.line("board on \(link): \(connection.hello.boardText), image \(connection.hello.imageHashText)")
    if loader.kind == .uf2 { offerExport(of: connection) }
  }

  /// Asks for the loader by a request if the board speaks this protocol, otherwise by 1200 baud, a sign that many
  /// boards know.
  private func askForLoader(_ link: String) throws {
    console.line("asking the board on \(link) for its boot loader")
    if let connection = try? Connection(link) {
      defer { try? connection.close() }
      if connection.hello.capabilities.contains(.loader) {
        offerExport(of: connection)
        try connection.session.enterLoader()
        return
      }
    }
    guard case .serial(let path, _, _)? = try? LinkAddress(link) else { return }
    try LinkOpener.open(.serial(path: path, baud: 1200)) { _ in "" }.close()
  }
}
