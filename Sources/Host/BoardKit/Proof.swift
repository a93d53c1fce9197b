// How far a board has been tested without the board itself.

/// What a board's firmware was run on. It never says anything about the real chip; `Board.silicon` does.
package enum Proof: String, Codable, CaseIterable, Sendable {
  case wholeBoard = "A"
  case machineOfQEMU = "B"
  case ownModels = "C"
  case registersOnly = "D"

  /// The meaning, for people.
  package var meaning: String {
    switch self {
    case .wholeBoard: "the whole board in an emulator, with the vendor's boot ROM; models of ours for the sensors"
    case .machineOfQEMU: "a machine of QEMU"
    case .ownModels: "our own models of its peripherals, written from the reference manual"
    case .registersOnly: "models of registers only"
    }
  }

  /// What an image was run on, in the words of the README.
  var place: String {
    switch self {
    case .wholeBoard: "an emulator of the whole board, with the vendor's boot ROM"
    case .machineOfQEMU: "a machine of QEMU"
    case .ownModels: "our own models"
    case .registersOnly: "models of registers"
    }
  }
}
