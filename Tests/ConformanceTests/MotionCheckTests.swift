// The motion filter on 15 s of a trial with optical truth, and the faults that are put into trials.

import Foundation
import TestSupport
import Testing

@testable import Verdict

@Suite struct MotionCheckTests {
  @Test(arguments: MotionCheck.groups) func sample_keepsItsLimits(group: Int) throws {
    let result = MotionCheck.run([try MotionTrial.sample()], group: group)
    #expect(result.isPassed(isSample: true), "\(result.integer), \(result.coverage), \(result.difference)°")
    // A rest that one of the two confirms a block later teaches it another bias for a while.
    #expect(result.difference < 0.2, "integers and Double on the sample: \(result.difference)°")
    #expect(result.trials[0].errors.count > 400)
  }

  @Test func sample_isHeldToItsOwnLimits() throws {
    let result = MotionCheck.run([try MotionTrial.sample()], group: 3)
    #expect(!result.isPassed(isSample: false), "most of it are the filter's first seconds")
  }

  @Test(arguments: [MotionFault.biasStep, .scale3, .slowClock, .turned30])
  func faults_worsenTheSample(fault: MotionFault) throws {
    let sample = try MotionTrial.sample()
    let (good, bad) = (MotionCheck.run(sample, group: 3), MotionCheck.run(sample, group: 3, fault: fault))
    #expect(good.integer != bad.integer)
    let (before, after) = (good.integer, bad.integer)
    #expect(after.inclination > before.inclination * 1.2 || after.heading > before.heading)
  }

  /// The rows for other filters hold the fault that the filter got.
  @Test func writtenRows_holdTheFault() throws {
    let folder = try TemporaryFolder()
    let sample = try MotionTrial.sample()
    func rows(_ fault: MotionFault) throws -> [[Float]] {
      try sample.write(fault, group: 3, to: folder.path("rows"))
      let bytes = [UInt8](
        try Data(contentsOf: URL(fileURLWithPath: folder.path("rows/\(fault)-95/\(sample.name).npy"))))
      #expect(Array(bytes[0..<8]) == [0x93] + Array("NUMPY".utf8) + [1, 0])
      let start = 10 + Int(bytes[8]) + Int(bytes[9]) * 256
      #expect(start % 64 == 0)
      let numbers = stride(from: start, to: bytes.count, by: 4).map { at in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) })
      }
      return stride(from: 0, to: numbers.count, by: 15).map { Array(numbers[$0..<$0 + 15]) }
    }
    let samples = sample.samples(group: 3)
    let (scaled, slow) = (try rows(.scale3), try rows(.slowClock))
    #expect(scaled.count == samples.count && slow.count == samples.count)
    for n in [1, 100, samples.count - 1] {
      #expect(abs(scaled[n][1] - Float(samples[n].rate.x) * 1.03) < 0.01)
      #expect(abs(slow[n][1] - Float(samples[n].rate.x)) < 0.01)
      #expect(abs(scaled[n][0] - 0.0105) < 2e-6 && abs(slow[n][0] - 0.01071) < 2e-6)
      #expect(slow[n][6] == Float(samples[n].force.z) && slow[n][7] == Float(samples[n].field.x))
      #expect((slow[n][14] == 1) == samples[n].isCounted)
    }
  }

  /// A stated accuracy that is wider than wanted is told, and does not fail the check; one that holds too little does.
  @Test func width_isToldApartFromTheLimits() {
    func rate(bound: Double) -> MotionRateResult {
      var trial = MotionTrialResult(name: "01", device: nil, hertz: 95)
      trial.errors = [Double](repeating: 1, count: 100)
      trial.bounds = [Double](repeating: bound, count: 100)
      return MotionRateResult(group: 3, trials: [trial])
    }
    #expect(rate(bound: 1.3).isSharp && rate(bound: 1.3).isPassed(isSample: false))
    #expect(!rate(bound: 1.5).isSharp && rate(bound: 1.5).isPassed(isSample: false))
    #expect(!rate(bound: 0.9).isPassed(isSample: false))
  }

  /// The bias at the end of a rest is held to its limit; the sample, whose rest is the filter's first, to a larger one.
  @Test func biasAfterARest_isALimit() {
    func rate(_ error: Double) -> MotionRateResult {
      var trial = MotionTrialResult(name: "01", device: nil, hertz: 95)
      (trial.errors, trial.bounds) = ([1], [1.2])
      trial.rests = [MotionRest(seconds: 5, biasError: 0.01), MotionRest(seconds: 4, biasError: error)]
      return MotionRateResult(group: 3, trials: [trial])
    }
    #expect(rate(0.049).isPassed(isSample: false) && !rate(0.051).isPassed(isSample: false))
    #expect(rate(0.049).biasError == 0.049)
    #expect(rate(0.069).isPassed(isSample: true) && !rate(0.071).isPassed(isSample: true))
  }

  @Test func folders_withoutTrials_areRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trials-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: MotionTrialError.self) { try MotionTrial.folder(folder) }
    #expect(throws: MotionTrialError.self) { try MotionTrial.folder(folder + "/none") }
    try "gx,gy\n1,2\n".write(toFile: folder + "/one.csv", atomically: true, encoding: .utf8)
    let error = #expect(throws: MotionTrialError.self) { try MotionTrial.folder(folder) }
    #expect(error?.description.contains("one.csv has no row") == true)
  }
}
