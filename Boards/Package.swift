// swift-tools-version: 6.2
// The board images: each is one executable that depends on the root package's modules and on one chip family.
// Build them with `binnacle boards build`; why they are a package of their own: docs/decisions/0001.
import PackageDescription

/// An image named after its board, whose sources lie in `<board>/Sources`.
///
/// - Parameter runtime: the target with the main loop that it shares with other boards of its chip.
func image(_ board: String, chip: String, runtime: Target.Dependency? = nil) -> Target {
  .executableTarget(
    name: board,
    dependencies: [
      "BoardRuntime",
      .product(name: "Binnacle", package: "Binnacle"),
      .product(name: "ChipRuntime", package: "Binnacle"),
      .product(name: chip, package: "Binnacle"),
    ] + (runtime.map { [$0] } ?? []),
    path: "\(board)/Sources")
}

let package = Package(
  name: "Boards",
  // The images are products by themselves; this one is for firmware outside of the checkout (docs/own-firmware.md).
  products: [.library(name: "BoardRuntime", targets: ["BoardRuntime"])],
  dependencies: [.package(name: "Binnacle", path: "..")],
  targets: [
    // What the main loops share: the fault record in the words of the link.
    .target(
      name: "BoardRuntime",
      dependencies: [
        .product(name: "Binnacle", package: "Binnacle"),
        .product(name: "ChipRuntime", package: "Binnacle"),
      ],
      path: "BoardRuntime"),
    // What the images for a Raspberry Pi Pico share: the main loop, and the link on two ports.
    .target(
      name: "PicoRuntime",
      dependencies: [
        "BoardRuntime",
        .product(name: "Binnacle", package: "Binnacle"),
        .product(name: "ChipRuntime", package: "Binnacle"),
        .product(name: "RP2040", package: "Binnacle"),
      ],
      path: "PicoRuntime"),
    image("esp32-c3", chip: "ESP32C3"),
    image("hifive1b", chip: "FE310"),
    image("lm3s6965evb", chip: "Stellaris"),
    image("microbit", chip: "NRF51"),
    image("microbit-v2", chip: "NRF51"),
    image("mps2-an386", chip: "CMSDK"),
    image("mps2-an505", chip: "CMSDK"),
    image("pico", chip: "RP2040", runtime: "PicoRuntime"),
    image("pico-motion", chip: "RP2040", runtime: "PicoRuntime"),
  ])
