// Finds the project's files: in a checkout, or in an installation under a prefix.
import Foundation

/// The folders with the boards and images.
package struct Project: Equatable, Sendable {
  /// The checkout with Package.swift and Boards/, or the installation's share/binnacle.
  package let root: URL
  /// Whether `root` contains the sources, so that images can be built and checked.
  package let hasSources: Bool

  /// A checkout or an installed share/binnacle at `root`.
  package init(root: URL, hasSources: Bool) {
    self.root = root.standardizedFileURL
    self.hasSources = hasSources
  }

  /// Searches for the project: in `BINNACLE_ROOT`, in the current folder and the folders above it, in the folders above
  /// the program, and in `share/binnacle` beside the program's `bin`.
  package static func find(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    currentFolder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
    program: URL = programPath()
  ) throws(BoardError) -> Project {
    if let path = environment["BINNACLE_ROOT"], !path.isEmpty {
      let root = URL(fileURLWithPath: path)
      if isCheckout(root) { return Project(root: root, hasSources: true) }
      if isInstallation(root) { return Project(root: root, hasSources: false) }
      throw .badFile(path: path, reason: "BINNACLE_ROOT must name a checkout of Binnacle")
    }
    for start in [currentFolder, program.deletingLastPathComponent()] {
      if let root = ancestors(of: start).first(where: isCheckout) { return Project(root: root, hasSources: true) }
    }
    let share = program.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share/binnacle")
    if isInstallation(share) { return Project(root: share, hasSources: false) }
    throw .noProject
  }

  /// The path of the running program, with links resolved.
  package static func programPath() -> URL {
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])).resolvingSymlinksInPath()
  }

  /// How the user installs a missing package of Debian: only a checkout has a Makefile.
  package static func installation(
    of package: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let isCheckout = (try? find(environment: environment))?.hasSources == true
    return "Run \(isCheckout ? "`make setup`, or " : "")`sudo apt install \(package)`."
  }

  /// The Python of the project's own environment, which `make setup` prepares; `nil` without one.
  package var pythonProgram: String? {
    let python = root.appendingPathComponent(".build/python/bin/python")
    return Self.exists(python) ? python.path : nil
  }

  /// The folder that contains the boards.
  var boardsFolder: URL { root.appendingPathComponent("Boards") }

  private static func ancestors(of folder: URL) -> [URL] {
    var folder = folder.standardizedFileURL
    var all = [folder]
    while folder.path != "/" {
      folder = folder.deletingLastPathComponent().standardizedFileURL
      all.append(folder)
    }
    return all
  }

  private static func isCheckout(_ folder: URL) -> Bool {
    exists(folder.appendingPathComponent("Boards/Package.swift"))
      && exists(folder.appendingPathComponent("Package.swift"))
  }

  private static func isInstallation(_ folder: URL) -> Bool {
    exists(folder.appendingPathComponent("Boards")) && exists(folder.appendingPathComponent("images"))
  }

  static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }
}
