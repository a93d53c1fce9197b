// swift-tools-version: 6.2
// The root package: the device half, the host half and their tests.
// Board images live in the nested package under Boards/, see docs/decisions/0001-nested-boards-package.md.
import PackageDescription

// Targets stand in the order of the data: each may import only what stands above it. The folder of a target is the part of
// the program that it belongs to; tests mirror the folders.
// `swift build --explicit-target-dependency-import-check error` holds the sources to these lists.

extension Target {
  /// A module whose sources are in `Sources/<folder>/<name>`, or in `Sources/<folder>/<place>`.
  static func module(
    _ name: String, in folder: String, at place: String? = nil, _ dependencies: [Dependency] = [],
    exclude: [String] = []
  ) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(folder)/\(place ?? name)", exclude: exclude)
  }

  /// The tests of a module, in `Tests/<folder>/<module>Tests`. They may always import the module and TestSupport.
  static func tests(of module: String, in folder: String, _ dependencies: [Dependency] = [], exclude: [String] = [])
    -> Target
  {
    .testTarget(
      name: "\(module)Tests", dependencies: [.init(stringLiteral: module), "TestSupport"] + dependencies,
      path: "Tests/\(folder)/\(module)Tests", exclude: exclude)
  }
}

// MARK: - Device half: no Foundation, no floating point, no allocation, no clock

let foundations: [Target] = [
  .module("RawMemory", in: "Foundations"),
  .module("FixedPoint", in: "Foundations", ["RawMemory"]),
  .module("Quantities", in: "Foundations", ["RawMemory", "FixedPoint"]),
  .module("IntegerTrigonometry", in: "Foundations", ["FixedPoint", "Quantities"]),
]

let compass: [Target] = [
  .module("Correction", in: "Compass", ["RawMemory", "FixedPoint", "Quantities"]),
  .module(
    "FieldMonitor", in: "Compass", ["RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry", "Correction"]),
  .module("Calibration", in: "Compass", ["RawMemory", "FixedPoint", "Quantities", "Correction", "FieldMonitor"]),
  .module(
    "Heading", in: "Compass",
    ["RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry", "Correction", "FieldMonitor"]),
  .module("Motion", in: "Compass", ["RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry"]),
  .module("Geomagnetism", in: "Compass", ["FixedPoint", "Quantities", "IntegerTrigonometry"]),
  .module("Navigation", in: "Compass", ["FixedPoint", "Quantities", "IntegerTrigonometry"]),
  .module(
    "Binnacle", in: "Compass",
    [
      "RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry", "Correction", "FieldMonitor", "Calibration",
      "Heading", "Motion", "Geomagnetism",
    ]),
]

// The library for others: the headers for C and the functions that they declare. Sources/Library also has the files for Python
// and JavaScript, and the programs that pack all of it (`make library`, `make wheel`).
let library: [Target] = [
  .module("CBinnacle", in: "Library"),
  .module("BinnacleC", in: "Library", ["CBinnacle", "Binnacle"]),
  .module("BinnacleArrays", in: "Library", ["CBinnacle", "Binnacle", "BinnacleC"]),
]

let device: [Target] = [
  .module("SensorDrivers", in: "Device", ["RawMemory", "FixedPoint", "Quantities"]),
  .module("RecordStore", in: "Device", ["RawMemory", "FixedPoint"]),
  .module(
    "LinkProtocol", in: "Device",
    ["RawMemory", "FixedPoint", "Quantities", "FieldMonitor", "Calibration", "Heading", "Motion", "Navigation"]),
  .module(
    "SelfTest", in: "Device",
    [
      "RawMemory", "FixedPoint", "Quantities", "IntegerTrigonometry", "SensorDrivers", "Correction", "Heading",
      "Geomagnetism", "LinkProtocol",
    ]),
  .module(
    "Instrument", in: "Device",
    [
      "RawMemory", "FixedPoint", "Quantities", "SensorDrivers", "Correction", "FieldMonitor",
      "Calibration", "Heading", "Motion",
      "Geomagnetism", "Navigation", "Binnacle", "RecordStore", "LinkProtocol", "SelfTest",
    ]),
]

// The drivers and the whole device for C.
let deviceLibrary: [Target] = [
  .module("CBinnacleDevice", in: "Library", ["CBinnacle"]),
  .module(
    "BinnacleDevice", in: "Library",
    [
      "CBinnacle", "CBinnacleDevice", "Binnacle", "BinnacleC", "RawMemory", "Quantities", "SensorDrivers",
      "RecordStore",
      "LinkProtocol", "Instrument",
    ]),
]

let deviceTargets = foundations + compass + device

// MARK: - Chips: registers and peripherals of one chip family, shared by its boards

let chips: [Target] = [
  .module("CVolatile", in: "Chips"),
  .module("CStartup", in: "Chips", exclude: ["sections.ld"]),
  .module("ChipRuntime", in: "Chips", ["CVolatile", "CStartup", "FixedPoint"]),
  .module(
    "Stellaris", in: "Chips",
    ["CVolatile", "ChipRuntime", "FixedPoint", "Quantities", "RecordStore", "SensorDrivers"]),
  .module(
    "NRF51", in: "Chips",
    ["CVolatile", "ChipRuntime", "FixedPoint", "Quantities", "RecordStore", "SensorDrivers"]),
  .module("CRP2040", in: "Chips"),
  .module(
    "RP2040", in: "Chips",
    ["CVolatile", "CRP2040", "ChipRuntime", "FixedPoint", "Quantities", "RecordStore", "SensorDrivers"]),
  .module("CMSDK", in: "Chips", ["CVolatile", "ChipRuntime", "FixedPoint", "Quantities", "SensorDrivers"]),
  .module("FE310", in: "Chips", ["CVolatile", "CStartup", "FixedPoint", "Quantities"]),
  .module("CESP32C3", in: "Chips"),
  .module(
    "ESP32C3", in: "Chips",
    ["CVolatile", "CESP32C3", "ChipRuntime", "FixedPoint", "Quantities", "RecordStore", "SensorDrivers"]),
]

// MARK: - Host half

let host: [Target] = [
  .systemLibrary(
    name: "CSerialPort", path: "Sources/Host/CSerialPort", pkgConfig: "libserialport",
    providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
  .systemLibrary(name: "CGetopt", path: "Sources/Host/CGetopt"),
  .module("JSONText", in: "Host"),
  .module("TerminalInterface", in: "Host", ["JSONText"]),
  .systemLibrary(
    name: "CZlib", path: "Sources/Host/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
  .module("RecordingText", in: "Host", ["JSONText"]),
  .module("FlightLogs", in: "Host"),
  .module("SerialLink", in: "Host", ["CSerialPort", "TerminalInterface"]),
  .module("HostSession", in: "Host", ["SerialLink", "LinkProtocol", "FieldMonitor", "Heading", "Quantities"]),
  .module(
    "Recordings", in: "Host",
    ["TerminalInterface", "CZlib", "RecordingText", "FlightLogs", "RawMemory", "Quantities"]),
  .module("DeviceUnits", in: "Host", ["Quantities"]),
  .module("Marine", in: "Host", ["TerminalInterface", "DeviceUnits", "Quantities"]),
  .module("Simulation", in: "Host", ["Quantities"]),
  .module("BoardKit", in: "Host", ["TerminalInterface"]),
  .module("Emulator", in: "Host", ["TerminalInterface", "SerialLink", "BoardKit"]),
  .module(
    "DeviceLinks", in: "Host",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "Simulation", "Emulator", "Instrument",
      "Quantities",
      "RecordStore",
      "SensorDrivers", "LinkProtocol", "BoardKit",
    ]),
  .systemLibrary(
    name: "CMicroHTTPD", path: "Sources/Host/CMicroHTTPD", pkgConfig: "libmicrohttpd",
    providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
  .module("CPage", in: "Host", exclude: ["table.py"]),
  .module("WebServer", in: "Host", ["CMicroHTTPD", "CZlib", "CPage", "SerialLink", "LinkProtocol"]),
  .module("Publishing", in: "Host", ["TerminalInterface", "SerialLink"]),
]

// MARK: - Proof: the same mathematics in Double, and what holds the device half to it

let proof: [Target] = [
  .module("Reference", in: "Proof"),
  .module("ReadingCheck", in: "Proof", ["Reference", "LinkProtocol", "Heading", "Quantities"]),
  .module("StreamCheck", in: "Proof", ["Reference", "ReadingCheck", "Simulation", "LinkProtocol", "Quantities"]),
  .module(
    "FitComparison", in: "Proof",
    ["Reference", "Recordings", "Simulation", "FixedPoint", "Quantities", "Correction", "Calibration"]),
  // In C, because Swift has no `#embed`; alone, because of its licence.
  .module("CMotionSample", in: "Proof", exclude: ["sample.csv", "LICENCE-sample.txt"]),
  .module(
    "Verdict", in: "Proof",
    [
      "TerminalInterface", "CMotionSample", "Motion", "Reference", "StreamCheck", "FitComparison", "Simulation",
      "LinkProtocol", "Quantities", "IntegerTrigonometry", "Correction", "Calibration", "Heading", "Geomagnetism",
      "Navigation",
    ]),
]

// MARK: - Web: the core of the page, compiled to WebAssembly (`make page-core`)

let web: [Target] = [
  .module("CPageRuntime", in: "Web"),
  .module(
    "PageCore", in: "Web",
    [
      "CPageRuntime", "Quantities", "IntegerTrigonometry", "Correction", "FieldMonitor", "Calibration", "Heading",
      "SensorDrivers", "RecordStore", "LinkProtocol", "SelfTest", "Instrument", "Reference", "ReadingCheck",
      "RecordingText",
    ]),
]

// MARK: - The program

// One target for each folder: the families of commands, and what they share.
let tool: [Target] = [
  .module(
    "ToolCommandLine", in: "Tool", at: "CommandLine", ["CGetopt", "TerminalInterface", "SerialLink", "BoardKit"]),
  .module("ToolBoards", in: "Tool", at: "Boards", ["TerminalInterface", "BoardKit", "ToolCommandLine"]),
  .module(
    "ToolConnection", in: "Tool", at: "Connection",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "DeviceUnits", "BoardKit", "Emulator",
      "DeviceLinks", "Reference", "FitComparison", "StreamCheck", "LinkProtocol", "Quantities", "Correction",
      "Calibration", "ToolCommandLine",
    ]),
  .module(
    "ToolStream", in: "Tool", at: "Stream",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "DeviceUnits", "Marine", "DeviceLinks",
      "Reference", "FitComparison", "StreamCheck", "LinkProtocol", "Quantities", "Correction", "FieldMonitor",
      "Calibration", "Heading", "Motion", "Geomagnetism", "Navigation", "ToolCommandLine", "ToolConnection",
    ]),
  .module(
    "ToolDevice", in: "Tool", at: "Device",
    [
      "TerminalInterface", "SerialLink", "HostSession", "DeviceLinks", "LinkProtocol", "Quantities", "FieldMonitor",
      "SensorDrivers", "ToolCommandLine", "ToolConnection", "ToolStream",
    ]),
  .module(
    "ToolCalibration", in: "Tool", at: "Calibration",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "Simulation", "DeviceLinks", "Reference",
      "LinkProtocol", "Quantities", "Correction", "Calibration", "ToolCommandLine", "ToolConnection", "ToolStream",
    ]),
  .module(
    "ToolFit", in: "Tool", at: "Fit",
    [
      "TerminalInterface", "HostSession", "Recordings", "Reference", "FitComparison", "Verdict", "Correction",
      "Calibration", "ToolCommandLine", "ToolConnection", "ToolStream", "ToolCalibration",
    ]),
  .module(
    "ToolNavigation", in: "Tool", at: "Navigation",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "DeviceUnits", "Simulation", "DeviceLinks",
      "Reference", "Verdict", "LinkProtocol", "Quantities", "Geomagnetism", "Navigation", "ToolCommandLine",
      "ToolConnection", "ToolStream",
    ]),
  .module(
    "ToolCheck", in: "Tool", at: "Check",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "DeviceUnits", "Simulation", "BoardKit",
      "DeviceLinks", "Reference", "ReadingCheck", "FitComparison", "StreamCheck", "Verdict", "LinkProtocol",
      "Quantities", "Geomagnetism", "ToolCommandLine", "ToolConnection", "ToolStream", "ToolNavigation",
    ]),
  .module(
    "ToolConvert", in: "Tool", at: "Convert",
    [
      "TerminalInterface", "HostSession", "Recordings", "DeviceLinks", "LinkProtocol", "Quantities",
      "ToolCommandLine", "ToolConnection", "ToolStream",
    ]),
  .module(
    "ToolFlash", in: "Tool", at: "Flash",
    [
      "TerminalInterface", "SerialLink", "HostSession", "BoardKit", "DeviceLinks", "LinkProtocol", "Correction",
      "ToolCommandLine", "ToolConnection", "ToolStream", "ToolCalibration",
    ]),
  .module(
    "ToolPublish", in: "Tool", at: "Publish",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Marine", "DeviceLinks", "Publishing", "LinkProtocol",
      "Quantities", "ToolCommandLine", "ToolConnection", "ToolStream", "ToolNavigation",
    ]),
  .module(
    "ToolServe", in: "Tool", at: "Serve",
    [
      "TerminalInterface", "SerialLink", "HostSession", "Recordings", "DeviceUnits", "Simulation", "DeviceLinks",
      "WebServer", "LinkProtocol", "Quantities", "Correction", "Calibration", "ToolCommandLine", "ToolConnection",
      "ToolStream", "ToolCalibration",
    ]),
  .module(
    "ToolReport", in: "Tool", at: "Report",
    [
      "TerminalInterface", "HostSession", "Recordings", "DeviceUnits", "BoardKit", "WebServer", "LinkProtocol",
      "Quantities", "Correction", "FieldMonitor", "Calibration", "ToolCommandLine", "ToolConnection", "ToolStream",
      "ToolCalibration", "ToolFit", "ToolServe",
    ]),
  .executableTarget(
    name: "BinnacleTool",
    dependencies: [
      "ToolCommandLine", "ToolBoards", "ToolStream", "ToolDevice", "ToolCalibration", "ToolFit", "ToolNavigation",
      "ToolCheck", "ToolConvert", "ToolFlash", "ToolPublish", "ToolServe", "ToolReport",
    ],
    path: "Sources/Tool/Program"),
  // `make demo`: the same commands, in programs that build in a fraction of the time.
  .executableTarget(
    name: "DemoStream", dependencies: ["ToolCommandLine", "ToolStream"], path: "Sources/Tool/Demo/Stream"),
  .executableTarget(
    name: "DemoBoards", dependencies: ["ToolCommandLine", "ToolBoards"], path: "Sources/Tool/Demo/Boards"),
]

// MARK: - Tests: one target a module

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: [
      "Quantities", "SensorDrivers", "SerialLink", "DeviceUnits", "Simulation", "LinkProtocol", "Correction",
      "HostSession", "DeviceLinks",
    ],
    path: "Tests/TestSupport"),
  .tests(of: "RawMemory", in: "Foundations"),
  .tests(of: "FixedPoint", in: "Foundations"),
  .tests(of: "Quantities", in: "Foundations", ["RawMemory"]),
  .tests(of: "IntegerTrigonometry", in: "Foundations", ["Quantities"]),
  .tests(of: "Correction", in: "Compass", ["RawMemory", "Quantities"]),
  .tests(
    of: "Heading", in: "Compass", ["FieldMonitor", "Correction", "Quantities", "Recordings", "Reference"]),
  .tests(of: "FieldMonitor", in: "Compass", ["Correction", "Quantities", "Reference"]),
  .tests(
    of: "Calibration", in: "Compass", ["FitComparison", "Correction", "FixedPoint", "Quantities", "Reference"]),
  .tests(
    of: "Motion", in: "Compass",
    ["FixedPoint", "IntegerTrigonometry", "Quantities", "Reference", "Simulation"]),
  .tests(of: "Geomagnetism", in: "Compass", ["FixedPoint", "Quantities", "Reference"]),
  .tests(of: "Navigation", in: "Compass", ["Heading", "FixedPoint", "Quantities", "Reference"]),
  .tests(of: "Binnacle", in: "Compass", ["Simulation"]),
  .tests(of: "BinnacleC", in: "Library", ["CBinnacle", "Binnacle", "Simulation"]),
  .tests(of: "BinnacleArrays", in: "Library", ["CBinnacle", "Binnacle"]),
  .tests(of: "BinnacleDevice", in: "Library", ["CBinnacle", "Quantities", "SensorDrivers"]),
  .tests(of: "SensorDrivers", in: "Device", ["Quantities"]),
  .tests(of: "RecordStore", in: "Device", ["RawMemory"]),
  .tests(
    of: "LinkProtocol", in: "Device",
    ["RawMemory", "Quantities", "FieldMonitor", "Calibration", "Heading", "Navigation"]),
  .tests(
    of: "Instrument", in: "Device",
    [
      "LinkProtocol", "Quantities", "RecordStore", "SensorDrivers", "Binnacle", "Correction", "SelfTest", "Simulation",
      "Calibration",
      "Motion",
    ]),
  .tests(of: "JSONText", in: "Host"),
  .tests(of: "RecordingText", in: "Host"),
  .tests(of: "FlightLogs", in: "Host"),
  .tests(of: "SerialLink", in: "Host"),
  .tests(of: "HostSession", in: "Host", ["SerialLink", "LinkProtocol", "FieldMonitor", "Heading", "Quantities"]),
  .tests(of: "Recordings", in: "Host", ["Quantities", "Reference", "Simulation"]),
  .tests(of: "Marine", in: "Host", ["Quantities", "DeviceUnits"]),
  .tests(of: "Simulation", in: "Host", ["Quantities"]),
  .tests(of: "BoardKit", in: "Host"),
  .tests(of: "Emulator", in: "Host", ["SerialLink", "Simulation", "BoardKit"]),
  .tests(
    of: "DeviceLinks", in: "Host",
    [
      "Simulation", "SerialLink", "HostSession", "Quantities", "Correction", "LinkProtocol", "Recordings", "Instrument",
      "SensorDrivers",
    ]),
  .tests(of: "WebServer", in: "Host", ["LinkProtocol", "SerialLink"]),
  .tests(of: "Publishing", in: "Host", ["SerialLink"]),
  .tests(of: "TerminalInterface", in: "Host"),
  .tests(of: "Reference", in: "Proof"),
  .tests(
    of: "BinnacleTool", in: "Tool",
    [
      "Correction", "DeviceUnits", "BoardKit", "IntegerTrigonometry", "Emulator", "Geomagnetism", "Calibration",
      "Quantities", "SerialLink", "TerminalInterface", "FitComparison", "Simulation", "StreamCheck", "Verdict",
      "WebServer", "HostSession", "LinkProtocol", "Recordings", "SensorDrivers", "ToolBoards", "ToolCalibration",
      "ToolCheck", "ToolCommandLine", "ToolConnection", "ToolDevice", "ToolFit", "ToolFlash", "ToolNavigation",
      "ToolPublish", "ToolReport", "ToolServe", "ToolStream",
    ],
    exclude: ["Golden"]),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "FieldMonitor", "Verdict", "StreamCheck", "FitComparison", "Reference", "Recordings", "Simulation",
      "IntegerTrigonometry", "Heading", "Correction", "Calibration", "Geomagnetism", "Navigation", "FixedPoint",
      "Quantities", "LinkProtocol", "TestSupport",
    ]),
  // `make fuzz`: every parser on random bytes. Tests/python/test_fuzz.py runs it for some seconds.
  .target(
    name: "FuzzParsers",
    dependencies: [
      "RawMemory", "LinkProtocol", "Correction", "Recordings", "FlightLogs", "Marine", "BoardKit", "Simulation",
    ],
    path: "Tests/fuzz/Parsers"),
  .executableTarget(name: "Fuzz", dependencies: ["FuzzParsers"], path: "Tests/fuzz/Fuzz"),
  // A program that Tests/python/test_one_compass.py runs.
  .executableTarget(name: "CompassRows", dependencies: ["Binnacle"], path: "Tests/CompassRows"),
  .testTarget(
    name: "DocumentationTests",
    dependencies: [
      "Binnacle", "BinnacleTool", "BoardKit", "Calibration", "Correction", "FixedPoint", "Geomagnetism", "Heading",
      "Quantities", "TerminalInterface", "TestSupport", "ToolCommandLine", "ToolDevice", "ToolFit", "ToolStream",
    ]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "BoardKit", "Correction", "Emulator", "HostSession", "DeviceLinks", "Quantities", "Recordings", "Reference",
      "SerialLink", "Simulation", "LinkProtocol", "TestSupport",
    ]),
]

// Lifetimes of spans held in readers and writers (`@_lifetime`).
for target in deviceTargets + library + deviceLibrary + web
where !["CBinnacle", "CBinnacleDevice", "CPageRuntime"].contains(target.name) {
  target.swiftSettings = [.enableExperimentalFeature("Lifetimes")]
}
// Functions that the page's JavaScript gives to WebAssembly (Sources/Proof/Reference/MathLibrary.swift).
// Sums and medians in Double take ten times as long without the optimiser. Overflow still traps, and assertions stay.
for target in proof where target.name != "CMotionSample" {
  target.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
}
for target in proof where target.name == "Reference" {
  target.swiftSettings?.append(.enableExperimentalFeature("Extern"))
}
// These are words, tables and files: what computes is in other modules. The optimiser would take a third of a release
// build's time for them, most of it on one core, and no command would be faster. No library product has them: another
// package could not use a product with such flags.
let unhurried = ["WebServer"] + tool.map(\.name)
for target in host + tool where unhurried.contains(target.name) {
  target.swiftSettings = [
    .unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))
  ]
}
// State that is initialised in place (Sources/Foundations/RawMemory).
for target in foundations where target.name == "RawMemory" {
  target.swiftSettings?.append(.enableExperimentalFeature("RawLayout"))
}

let package = Package(
  name: "Binnacle",
  products: [
    .library(name: "Binnacle", targets: deviceTargets.map(\.name)),
    .library(name: "BinnacleWeb", type: .static, targets: ["BinnacleC", "PageCore"]),
    .library(name: "ChipRuntime", targets: ["ChipRuntime"]),
    .library(name: "Stellaris", targets: ["Stellaris"]),
    .library(name: "NRF51", targets: ["NRF51"]),
    .library(name: "RP2040", targets: ["RP2040"]),
    .library(name: "CMSDK", targets: ["CMSDK"]),
    .library(name: "FE310", targets: ["FE310"]),
    .library(name: "ESP32C3", targets: ["ESP32C3"]),
    .executable(name: "binnacle", targets: ["BinnacleTool"]),
    .executable(name: "binnacle-demo", targets: ["DemoStream"]),
    .executable(name: "binnacle-demo-boards", targets: ["DemoBoards"]),
  ],
  targets: deviceTargets + library + deviceLibrary + chips + host + proof + web + tool + tests
)
