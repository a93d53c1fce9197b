// swift-tools-version: 6.2
// Firmware with `import Binnacle`: the compass comes by address and version, the startup from ChipRuntime. How to build it:
// docs/own-firmware.md, "Firmware in Swift".
import PackageDescription

let package = Package(
  name: "Firmware",
  // Write the address of your copy of Binnacle; file:///path/to/a/clone will do. The last part is the package's name below.
  dependencies: [.package(url: "https://example.org/binnacle.git", from: "0.1.0")],
  targets: [
    // Where firmware writes: here to a debugger or an emulator.
    .target(name: "Console"),
    .executableTarget(
      name: "Firmware",
      dependencies: [
        "Console", .product(name: "Binnacle", package: "binnacle"), .product(name: "ChipRuntime", package: "binnacle"),
      ]),
  ])
