// swift-tools-version: 6.2
// The root package: the device half, the host half and their tests.
// Board images live in the nested package under Boards/, see docs/decisions/0001-nested-boards-package.md.
import PackageDescription

// Targets stand in the order of the data: each may import only what stands above it.
// `swift build --explicit-target-dependency-import-check error` holds the sources to these lists.

// MARK: - Device half: no Foundation, no floating point, no allocation, no clock

let deviceTargets: [Target] = [
  .target(name: "FixedPoint"),
  .target(name: "Bytes"),
  .target(name: "Quantities", dependencies: ["FixedPoint"]),
  .target(name: "Cordic", dependencies: ["FixedPoint", "Quantities"]),
  .target(name: "SensorDrivers", dependencies: ["FixedPoint", "Quantities"]),
  .target(name: "Correction", dependencies: ["FixedPoint", "Quantities", "Bytes"]),
  .target(name: "FieldMonitor", dependencies: ["FixedPoint", "Quantities", "Cordic", "Correction"]),
  .target(name: "Calibration", dependencies: ["FixedPoint", "Quantities", "Correction", "FieldMonitor"]),
  .target(
    name: "Heading", dependencies: ["FixedPoint", "Quantities", "Cordic", "Correction", "FieldMonitor"]),
  .target(name: "Geomagnetism", dependencies: ["FixedPoint", "Quantities", "Cordic"]),
  .target(name: "Navigation", dependencies: ["FixedPoint", "Quantities", "Cordic"]),
  .target(name: "RecordStore", dependencies: ["FixedPoint", "Bytes"]),
  .target(name: "Wire", dependencies: ["FixedPoint", "Bytes", "Quantities"]),
  .target(
    name: "SelfTest",
    dependencies: [
      "FixedPoint", "Bytes", "Quantities", "Cordic", "SensorDrivers", "Correction", "Heading", "Geomagnetism", "Wire",
    ]),
  .target(
    name: "Instrument",
    dependencies: [
      "FixedPoint", "Bytes", "Quantities", "SensorDrivers", "Correction", "FieldMonitor", "Calibration", "Heading",
      "Geomagnetism", "Navigation", "RecordStore",
      "Wire", "SelfTest",
    ]),
]

// MARK: - Chips: registers and peripherals of one chip family, shared by its boards

let chipTargets: [Target] = [
  .target(name: "CVolatile"),
  .target(name: "CStartup", exclude: ["sections.ld"]),
  .target(name: "Core", dependencies: ["CVolatile", "CStartup", "FixedPoint"], path: "Sources/Chips/Core"),
  .target(name: "CortexM", dependencies: ["CVolatile"], path: "Sources/Chips/CortexM"),
  .target(
    name: "Stellaris",
    dependencies: ["CVolatile", "Core", "CortexM", "FixedPoint", "Quantities", "RecordStore", "SensorDrivers"],
    path: "Sources/Chips/Stellaris"),
  .target(
    name: "NRF51", dependencies: ["CVolatile", "Core", "CortexM", "FixedPoint", "Quantities", "RecordStore"],
    path: "Sources/Chips/NRF51"),
  .target(
    name: "CMSDK", dependencies: ["CVolatile", "Core", "FixedPoint", "Quantities"], path: "Sources/Chips/CMSDK"),
  .target(
    name: "FE310", dependencies: ["CVolatile", "CStartup", "FixedPoint", "Quantities"], path: "Sources/Chips/FE310"),
]

// MARK: - Host half

let hostTargets: [Target] = [
  .systemLibrary(
    name: "CSerialPort", pkgConfig: "libserialport", providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
  .systemLibrary(name: "CGetopt"),
  .target(name: "SerialLink", dependencies: ["CSerialPort"]),
  .target(name: "HostSession", dependencies: ["SerialLink", "Wire", "Quantities"]),
  .target(name: "Recordings", dependencies: ["Bytes", "Quantities"]),
  .target(name: "Marine", dependencies: ["Quantities"]),
  .target(name: "Simulation", dependencies: ["Quantities"]),
  .target(name: "BoardKit"),
  .target(name: "Emulator", dependencies: ["SerialLink", "Simulation", "BoardKit"]),
  .target(
    name: "Links",
    dependencies: [
      "SerialLink", "HostSession", "Recordings", "Simulation", "Emulator", "Instrument", "Quantities",
      "RecordStore", "SensorDrivers", "Wire", "BoardKit",
    ]),
  .target(name: "Terminal"),
  .target(name: "Reference"),
  .target(
    name: "Verdict",
    dependencies: [
      "Reference", "Recordings", "Simulation", "Wire", "FixedPoint", "Quantities", "Cordic", "Correction",
      "Calibration", "Heading", "Geomagnetism", "Navigation",
    ]),
  .executableTarget(
    name: "BinnacleTool",
    dependencies: [
      "CGetopt", "Links", "SerialLink", "HostSession", "Recordings", "Simulation", "BoardKit", "Emulator", "Terminal",
      "Reference", "Verdict", "Wire", "FixedPoint", "Quantities", "Cordic", "Correction", "Calibration", "Heading",
      "Geomagnetism", "FieldMonitor", "Navigation", "Marine", "Instrument", "SensorDrivers", "SelfTest",
    ]),
]

// MARK: - Tests: one target a module

let testTargets: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: [
      "Quantities", "SensorDrivers", "SerialLink", "Simulation", "BoardKit", "Wire", "Correction", "HostSession",
      "Links", "Reference",
    ],
    path: "Tests/TestSupport"),
  .testTarget(name: "FixedPointTests", dependencies: ["FixedPoint", "TestSupport"]),
  .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"]),
  .testTarget(name: "QuantitiesTests", dependencies: ["Quantities", "TestSupport"]),
  .testTarget(name: "CordicTests", dependencies: ["Cordic", "Quantities", "TestSupport"]),
  .testTarget(name: "SensorDriversTests", dependencies: ["SensorDrivers", "Quantities", "TestSupport"]),
  .testTarget(name: "CorrectionTests", dependencies: ["Correction", "Quantities", "Bytes", "TestSupport"]),
  .testTarget(
    name: "HeadingTests",
    dependencies: ["Heading", "FieldMonitor", "Correction", "Quantities", "Recordings", "Reference", "TestSupport"]),
  .testTarget(
    name: "FieldMonitorTests", dependencies: ["FieldMonitor", "Correction", "Quantities", "Reference", "TestSupport"]),
  .testTarget(
    name: "CalibrationTests",
    dependencies: ["Calibration", "Correction", "FixedPoint", "Quantities", "Reference", "TestSupport"]),
  .testTarget(
    name: "GeomagnetismTests", dependencies: ["Geomagnetism", "FixedPoint", "Quantities", "Reference", "TestSupport"]),
  .testTarget(
    name: "NavigationTests",
    dependencies: ["Navigation", "Heading", "FixedPoint", "Quantities", "Reference", "TestSupport"]),
  .testTarget(name: "RecordStoreTests", dependencies: ["RecordStore", "Bytes", "TestSupport"]),
  .testTarget(name: "MarineTests", dependencies: ["Marine", "Quantities", "TestSupport"]),
  .testTarget(name: "WireTests", dependencies: ["Wire", "Bytes", "Quantities", "TestSupport"]),
  .testTarget(
    name: "InstrumentTests",
    dependencies: [
      "Instrument", "Wire", "Quantities", "RecordStore", "SensorDrivers", "Correction", "SelfTest", "TestSupport",
    ]),
  .testTarget(name: "SerialLinkTests", dependencies: ["SerialLink", "TestSupport"]),
  .testTarget(
    name: "HostSessionTests", dependencies: ["HostSession", "SerialLink", "Wire", "Quantities", "TestSupport"]),
  .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "Quantities", "Reference", "TestSupport"]),
  .testTarget(name: "SimulationTests", dependencies: ["Simulation", "Quantities", "TestSupport"]),
  .testTarget(
    name: "LinksTests", dependencies: ["Links", "SerialLink", "HostSession", "Quantities", "Wire", "TestSupport"]),
  .testTarget(name: "BoardKitTests", dependencies: ["BoardKit"]),
  .testTarget(
    name: "EmulatorTests", dependencies: ["Emulator", "SerialLink", "Simulation", "BoardKit", "TestSupport"]),
  .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"]),
  .testTarget(name: "ReferenceTests", dependencies: ["Reference", "TestSupport"]),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "Verdict", "Reference", "Recordings", "Simulation", "Cordic", "Heading", "Correction", "Calibration",
      "Geomagnetism", "Navigation", "FixedPoint", "Quantities", "Wire", "TestSupport",
    ]),
  .testTarget(
    name: "BinnacleToolTests",
    dependencies: [
      "BinnacleTool", "BoardKit", "Cordic", "Emulator", "Geomagnetism", "Quantities", "SerialLink", "Terminal",
      "Verdict", "TestSupport",
    ],
    exclude: ["Golden"]),
  .testTarget(
    name: "DocumentationTests",
    dependencies: [
      "BinnacleTool", "BoardKit", "Calibration", "Correction", "FixedPoint", "Geomagnetism", "Heading", "Quantities",
      "Terminal", "TestSupport",
    ]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "BoardKit", "Correction", "Emulator", "HostSession", "Links", "Quantities", "Recordings", "Reference",
      "SerialLink",
      "Simulation", "Wire", "TestSupport",
    ]),
]

// Lifetimes of spans held in readers and writers (`@_lifetime`).
for target in deviceTargets {
  target.swiftSettings = [.enableExperimentalFeature("Lifetimes")]
}
// State that is initialised in place (Sources/FixedPoint/InPlace.swift).
for target in deviceTargets where target.name == "FixedPoint" {
  target.swiftSettings?.append(.enableExperimentalFeature("RawLayout"))
}

let package = Package(
  name: "Binnacle",
  products: [
    .library(
      name: "Binnacle",
      targets: [
        "FixedPoint", "Bytes", "Quantities", "Cordic", "SensorDrivers", "Correction", "FieldMonitor",
        "Calibration", "Heading", "Geomagnetism", "Navigation", "RecordStore", "Wire", "SelfTest", "Instrument",
      ]),
    .library(name: "Core", targets: ["Core"]),
    .library(name: "Stellaris", targets: ["Stellaris"]),
    .library(name: "NRF51", targets: ["NRF51"]),
    .library(name: "CMSDK", targets: ["CMSDK"]),
    .library(name: "FE310", targets: ["FE310"]),
    .library(name: "BinnacleHost", targets: ["SerialLink", "HostSession", "Recordings", "Links"]),
    .executable(name: "binnacle", targets: ["BinnacleTool"]),
  ],
  targets: deviceTargets + chipTargets + hostTargets + testTargets
)
