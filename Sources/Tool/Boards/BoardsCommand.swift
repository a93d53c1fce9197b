// binnacle boards: the boards of this checkout, and their firmware images.
import BoardKit
import Foundation
import TerminalInterface
import ToolCommandLine

/// The common parts of the group's commands.
package enum Boards {
  package static let argument = CommandArgument("BOARD", .any, "a board's name; all boards without one")

  /// The named boards in their order, or all boards.
  static func chosen(_ arguments: ParsedArguments, in project: Project) throws -> [Board] {
    if arguments.positionals.isEmpty { return try project.boards() }
    return try arguments.positionals.map { name throws in try project.board(named: name) }
  }

  /// The error for missing images; the command has processed all other boards before it.
  package static func missing(_ names: [String]) -> any UserFacingError {
    if names.count == 1 { return BoardError.imageMissing(board: names[0]) }
    return CommandError(
      .missingProgram, "The images for \(names.joined(separator: ", ")) are missing.\nRun `binnacle boards build`.")
  }

  /// A path as a user in the current folder would write it.
  package static func shown(_ file: URL) -> String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return file.path.hasPrefix(folder) ? String(file.path.dropFirst(folder.count)) : file.path
  }

  /// The sizes of an image with its budget, as fields.
  package static func json(_ image: BoardImage, _ lines: [BudgetLine]) throws -> JSONObject {
    var object: JSONObject = [
      "board": .string(image.board.name), "pass": .bool(lines.allSatisfy(\.isKept)),
      "imageHash": .string(hexadecimal(try image.imageHash())), "image": .string(image.elf.path),
    ]
    for line in lines {
      object[field(line.name)] = [
        "bytes": .integer(line.used), "budgetBytes": .integer(line.limit), "kept": .bool(line.isKept),
      ]
    }
    return object
  }

  /// "data+bss" cannot be a field name.
  private static func field(_ name: String) -> String { name == "data+bss" ? "dataAndBss" : name }

  /// The sizes of an image, one line for each quantity, with the difference to the budget.
  package static func show(_ lines: [BudgetLine], console: Console) {
    for line in lines {
      console.line("  " + (line.isKept ? line.description : Colour.bad.paint(line.description, for: console.results)))
    }
  }
}

package struct BoardsListCommand: Subcommand {
  package let name = "list"
  package let summary = "the boards, what they were run on, and whether their images are built"
  package let options = [CommandOption.json]
  package let examples = [CommandExample("boards list", "every board with its core, its sensor and its image")]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let project = try Project.find()
    var table = Table([
      Column("board"), Column("core"), Column("image"), Column("sensor"), Column("proof"), Column("on silicon"),
    ])
    for board in try project.boards() {
      let state = Self.state(of: board, in: project)
      table.add([board.name, board.core, state, board.sensor, board.proofText, board.silicon])
      guard arguments.outputMode == .jsonLines else { continue }
      arguments.console.line([
        "board": .string(board.name), "title": .string(board.title), "core": .string(board.core),
        "image": .string(state), "sensor": .string(board.sensor), "silicon": .string(board.silicon),
        "proof": board.proof.map { .string($0.rawValue) } ?? .null,
        "sensorProof": board.sensorProof.map { .string($0.rawValue) } ?? .null,
        "machine": board.emulator.map { .string($0.machine) } ?? .null,
      ])
    }
    if arguments.outputMode == .human {
      for line in table.lines { arguments.console.line(line) }
      arguments.console.line("proof, without the board itself:")
      for proof in Proof.allCases { arguments.console.line("  \(proof.rawValue)  \(proof.meaning)") }
    }
    return .pass
  }

  /// "built", "stale" (a source is newer) or "not built".
  private static func state(of board: Board, in project: Project) -> String {
    guard let image = try? project.image(of: board.name) else { return "not built" }
    return project.isStale(image) ? "stale" : "built"
  }
}

package struct BoardsBuildCommand: Subcommand {
  package let name = "build"
  package let summary = "build firmware images: .elf, .bin, .hex, map, and .uf2 where the boot loader takes it"
  package let arguments = [Boards.argument]
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("boards build", "all images"),
    CommandExample("boards build microbit", "one of them, with its size and what is left of its budget"),
  ]
  package let notes = ["An image is always linked anew: a changed linker script or toolset is never missed."]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let project = try Project.find()
    let builder = try BoardBuilder(project)
    let console = arguments.console
    for board in try Boards.chosen(arguments, in: project) {
      if Interrupt.isRequested { return .missingProgram }
      console.remark("Building \(board.name) …")
      let start = ContinuousClock.now
      let image = try builder.build(board)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let lines = try image.size().compared(with: board.budget())
      switch arguments.outputMode {
      case .jsonLines:
        var object = try Boards.json(image, lines)
        object["seconds"] = .fixed(seconds, decimals: 1)
        console.line(object)
      case .human:
        let path = Boards.shown(image.elf.deletingPathExtension())
        console.line(
          "\(board.name): \(path).{elf,bin,hex\(image.uf2 == nil ? "" : ",uf2"),map} in \(Digits.duration(seconds: seconds))"
        )
        Boards.show(lines, console: console)
      }
    }
    return .pass
  }
}

package struct BoardsSizeCommand: Subcommand {
  package let name = "size"
  package let summary = "what the images occupy, against their budgets"
  package let arguments = [Boards.argument]
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("boards size", "every image: text, data and bss, and the room left for the stack"),
    CommandExample("boards size microbit --json", "for scripts"),
  ]
  package let notes = ["The limits are in Boards/BOARD/budget.json. Exit status 1 when one is broken."]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let project = try Project.find()
    var isKept = true
    var missing: [String] = []
    for board in try Boards.chosen(arguments, in: project) {
      guard project.hasImage(of: board) else {
        missing.append(board.name)
        Self.showMissing(board, arguments)
        continue
      }
      let image = try project.image(of: board.name)
      let lines = try image.size().compared(with: board.budget())
      isKept = isKept && lines.allSatisfy(\.isKept)
      switch arguments.outputMode {
      case .jsonLines: arguments.console.line(try Boards.json(image, lines))
      case .human:
        arguments.console.line("\(board.name), image \(hexadecimal(try image.imageHash()))")
        Boards.show(lines, console: arguments.console)
      }
      if project.isStale(image) {
        arguments.console.remark(
          "\(board.name)'s image is older than its sources: `binnacle boards build \(board.name)`.")
      }
    }
    if !missing.isEmpty { throw Boards.missing(missing) }
    return isKept ? .pass : .verdictFailed
  }

  private static func showMissing(_ board: Board, _ arguments: ParsedArguments) {
    switch arguments.outputMode {
    case .jsonLines:
      arguments.console.line(["board": .string(board.name), "pass": .bool(false), "imageHash": .null, "image": .null])
    case .human: arguments.console.line("\(board.name): not built")
    }
  }
}

package struct BoardsCheckCommand: Subcommand {
  package let name = "check"
  package let summary = "check folders and images: files, budgets, no allocator, no floating point"
  package let arguments = [Boards.argument]
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("boards check", "everything that is promised about every board"),
    CommandExample("boards check lm3s6965evb", "one board"),
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let project = try Project.find()
    let console = arguments.console
    var isPassed = true
    var missing: [String] = []
    for board in try Boards.chosen(arguments, in: project) {
      let lines = try project.check(board)
      if !project.hasImage(of: board) { missing.append(board.name) }
      let wrong = lines.count { !$0.isPassed }
      isPassed = isPassed && wrong == 0
      switch arguments.outputMode {
      case .jsonLines:
        let checks = lines.map { line -> JSONValue in
          ["name": .string(line.name), "pass": .bool(line.isPassed), "found": .string(line.found)]
        }
        console.line([
          "what": "board", "board": .string(board.name), "pass": .bool(wrong == 0), "samples": .integer(lines.count),
          "checks": .array(checks),
        ])
      case .human:
        console.line(board.name)
        for line in lines {
          let verdict = line.isPassed ? "pass" : "FAIL"
          let painted = (line.isPassed ? Colour.good : .bad).paint(verdict, for: console.results)
          // The text of a budget already begins with its name.
          let text = line.found.hasPrefix("\(line.name):") ? line.found : "\(line.name): \(line.found)"
          console.line("  \(painted)  \(text)")
        }
      }
    }
    if !missing.isEmpty { throw Boards.missing(missing) }
    return isPassed ? .pass : .verdictFailed
  }
}
