// Fuzz: gives random changes of valid inputs to every parser, and counts them.
//
//   Fuzz NAME|all INPUTS SEED FOLDER   INPUTS of each parser; the input that runs stands in FOLDER/NAME.input
//   Fuzz check16 FRAMES SEED           how many damaged frames 16 bits of their check would let pass
//   Fuzz seeds FOLDER                  writes the valid inputs of each parser to FOLDER/NAME/
//   Fuzz NAME FILE                     one input, that of a failure
//
// A parser may not trap, nor take two seconds of CPU for an input. Who runs it limits the memory.

import Foundation
import FuzzParsers

let words = CommandLine.arguments

/// The input that runs, in a file that outlives a trap.
struct Kept {
  private static let size = 1 << 20
  private let memory: UnsafeMutableRawPointer

  init(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { fatalError("\(path) cannot be written") }
    close(file)
    self.memory = memory
  }

  /// The number of bytes, and the bytes.
  func keep(_ bytes: [UInt8]) {
    let count = min(bytes.count, Self.size - 4)
    memory.storeBytes(of: UInt32(count), as: UInt32.self)
    bytes.withUnsafeBytes {
      memory.advanced(by: 4).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: count)
    }
  }

  static func input(_ path: String) -> [UInt8]? {
    guard let data = FileManager.default.contents(atPath: path), data.count >= 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(data[$1]) << (8 * $1) }
    return count + 4 <= data.count ? Array(data[4..<4 + count]) : nil
  }
}

/// Seconds of CPU that this process took.
func spent() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The most memory that it had.
func megabytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 1024
}

func run(_ parser: FuzzedParser, _ inputs: Int, _ seed: UInt64, _ folder: String) {
  let seeds = parser.seeds()
  guard !seeds.isEmpty else {
    print("\(parser.name): there is no file in Tests/Data to begin with. Run this in the project's folder.")
    exit(2)
  }
  let kept = Kept("\(folder)/\(parser.name).input")
  var mutation = Mutation(seeds, seed: seed)
  let begin = spent()
  var (longest, last) = (0.0, begin)
  // Two seconds for an input, and what 99 others before it take.
  var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 4, tv_usec: 0))
  for number in 1...inputs {
    let input = mutation.next()
    kept.keep(input)
    // Ends an input that never ends; the clock is read for each hundredth alone.
    if number % 100 == 1 { setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &limit, nil) }
    parser.parse(input)
    if number % 100 == 0 {
      let now = spent()
      longest = max(longest, now - last)
      last = now
    }
  }
  print(
    "\(parser.name): \(inputs) inputs, 0 failures, \(Int(spent() - begin)) s of CPU, at most "
      + "\(String(format: "%.3f", longest)) s for 100, \(megabytes()) MB, seed \(seed)")
  fflush(nil)
}

switch words.count {
case 5:
  guard let inputs = Int(words[2]), inputs > 0, let seed = UInt64(words[3]) else { exit(2) }
  for parser in FuzzedParser.all where words[1] == "all" || words[1] == parser.name {
    run(parser, inputs, seed, words[4])
  }
case 4 where words[1] == "check16":
  guard let frames = Int(words[2]), let seed = UInt64(words[3]) else { exit(2) }
  print(ShortCheck.measured(frames: frames, seed: seed))
case 3 where words[1] == "seeds":
  for parser in FuzzedParser.all {
    let folder = URL(fileURLWithPath: words[2]).appendingPathComponent(parser.name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in parser.seeds().enumerated() {
      try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
  }
  print(FuzzedParser.all.map(\.name).joined(separator: " "))
case 3:
  guard let parser = FuzzedParser.all.first(where: { $0.name == words[1] }), let input = Kept.input(words[2]) else {
    exit(2)
  }
  parser.parse(input)
  print("\(parser.name): \(input.count) bytes, no failure")
default:
  print("Fuzz NAME|all INPUTS SEED FOLDER, Fuzz check16 FRAMES SEED or Fuzz NAME FILE; NAME is one of")
  print(FuzzedParser.all.map(\.name).joined(separator: " "))
  exit(2)
}
