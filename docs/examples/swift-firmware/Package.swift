// swift-tools-version: 6.2
// Firmware outside of the checkout: `import Binnacle` for the compass, ChipRuntime for vectors and startup.
// Put your folder beside the checkout and change the path; the folder's name is the package's identity.
import PackageDescription

let checkout = Context.environment["BINNACLE"] ?? "../../.."

let package = Package(
  name: "Firmware",
  dependencies: [.package(name: "Binnacle", path: checkout)],
  targets: [
    // Where firmware writes: here to a debugger or an emulator.
    .target(name: "Console"),
    .executableTarget(
      name: "Firmware",
      dependencies: [
        "Console", .product(name: "Binnacle", package: "Binnacle"), .product(name: "ChipRuntime", package: "Binnacle"),
      ]),
  ])
