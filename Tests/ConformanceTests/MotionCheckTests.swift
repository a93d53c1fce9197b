// The motion filter on 15 s of a trial with optical truth, and the faults that are put into trials.

import Foundation
import Testing
import Verdict

@Suite struct MotionCheckTests {
  @Test(arguments: MotionCheck.groups) func sample_keepsItsLimits(group: Int) throws {
    let result = MotionCheck.run([try MotionTrial.sample()], group: group)
    #expect(result.isPassed(isSample: true), "\(result.integer), \(result.coverage), \(result.difference)°")
    #expect(result.difference < 0.1, "integers and Double decide alike on the sample: \(result.difference)°")
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
