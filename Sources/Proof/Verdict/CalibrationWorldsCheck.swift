// Thousands of simulated calibrations, and their results for acceptance and for the predicted error.

import Correction
import FitComparison
import Foundation
import Simulation
import Synchronization

/// All trials of a run, and the figures computed from them.
package struct CalibrationWorldsCheck: Sendable {
  package private(set) var trials: [CalibrationTrial] = []

  /// Calibrates in the worlds `range` of `seed`, on all cores.
  ///
  /// - Parameters:
  ///   - outliersPercent: the share of gross outliers to add to every run; 0 adds none.
  ///   - progress: called with the number of finished trials; returns false to stop.
  package init(
    seed: UInt64, range: Range<UInt64>, outliersPercent: Double = 0, fit: @escaping CalibrationFitFunction,
    progress: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) {
    let done = Mutex<(trials: [CalibrationTrial], isStopped: Bool)>(([], false))
    DispatchQueue.concurrentPerform(iterations: range.count) { offset in
      if done.withLock({ $0.isStopped }) { return }
      let trial = CalibrationTrial(
        CalibrationWorld(seed: seed, index: range.lowerBound + UInt64(offset)), fit: fit,
        outliersPercent: outliersPercent)
      done.withLock { state in
        state.trials.append(trial)
        if !progress(state.trials.count) { state.isStopped = true }
      }
    }
    trials = done.withLock { $0.trials }.sorted { $0.world.index < $1.world.index }
  }

  /// Honesty of the prediction, acceptance at the first attempt, and the results of flat spins.
  package var figures: [CalibrationFigure] {
    let accepted = trials.filter(\.isAccepted)
    var honest = CalibrationFigure(
      "honesty", "accepted worlds whose true 95th percentile is within the predicted worst", .atLeast, 95, "%")
    let dishonest = accepted.max { $0.excess < $1.excess }
    honest.setShare(accepted.count(where: \.isHonest), of: accepted.count, worst: dishonest?.described ?? "")
    var gross = CalibrationFigure(
      "grossErrors", "accepted worlds with more than twice the predicted worst", .atMost, 0.1, "%")
    gross.setShare(accepted.count(where: \.isGrosslyWrong), of: accepted.count, worst: dishonest?.described ?? "")
    var sharpness = CalibrationFigure(
      "sharpness", "median of the predicted worst over the true 95th percentile", .atMost, 2.5, "")
    let ratios = accepted.compactMap { trial in trial.finding.worstDegrees.map { $0 / trial.trueWorstDegrees } }
    sharpness.set(CalibrationTrial.percentile(ratios, 0.5), samples: ratios.count)

    let easy = easyTrials
    var acceptance = CalibrationFigure(
      "acceptance", "worlds in range, turned every way, without a magnet: accepted at the first try", .atLeast, 97, "%")
    acceptance.setShare(
      easy.count(where: \.isAccepted), of: easy.count, worst: easy.first { !$0.isAccepted }?.described ?? "")
    let flat = flatSpins
    var spins = CalibrationFigure(
      "flatSpins", "flat spins in range, without a magnet: accepted with the planar or sphere model", .atLeast, 100, "%"
    )
    spins.setShare(
      flat.count(where: \.isSmallAndAccepted), of: flat.count,
      worst: flat.first { !$0.isSmallAndAccepted }?.described ?? "")
    return [honest, gross, sharpness, acceptance, spins]
  }

  /// Trials in range, turned in all directions, without a magnet: they should be accepted.
  private var easyTrials: [CalibrationTrial] {
    trials.filter { $0.isInRange && $0.world.motion == .tumbled && $0.world.magnetNanotesla == nil }
  }

  /// Flat spins in range, without a magnet: they should end with a small model.
  private var flatSpins: [CalibrationTrial] {
    trials.filter { $0.isInRange && $0.world.motion == .flat && $0.world.magnetNanotesla == nil }
  }

  /// The worlds that count against the fit: it accepted them with more error than predicted, or refused them although
  /// it should accept.
  package var suspects: [CalibrationTrial] {
    let refused = Set(
      easyTrials.filter { !$0.isAccepted }.map(\.world.index)
        + flatSpins.filter { !$0.isSmallAndAccepted }.map(\.world.index))
    return trials.filter { $0.isAccepted && !$0.isHonest || refused.contains($0.world.index) }
  }

  /// The distribution by motion, as in docs/notebook/calibration.md.
  package var table: [CalibrationTableRow] {
    func rocked(_ trial: CalibrationTrial, _ range: Range<Double>) -> Bool {
      if case .rocked(let degrees) = trial.world.motion { range.contains(degrees) } else { false }
    }
    let groups: [(String, (CalibrationTrial) -> Bool)] = [
      ("flat", { $0.world.motion == .flat }), ("rocked to 5–15°", { rocked($0, 0..<15) }),
      ("rocked to 15–30°", { rocked($0, 15..<30) }), ("rocked to 30–60°", { rocked($0, 30..<61) }),
      ("every way", { $0.world.motion == .tumbled }),
      ("all, with acceleration", { $0.world.hasAccelerometer }),
      ("all, without", { !$0.world.hasAccelerometer }), ("all", { _ in true }),
    ]
    return groups.map { name, isMember in CalibrationTableRow(name, trials.filter(isMember)) }
  }
}

extension CalibrationTrial {
  /// The true error divided by the predicted one; infinite without a prediction.
  var excess: Double { trueWorstDegrees / max(finding.worstDegrees ?? 0, 1e-9) }

  /// Whether it ended with an accepted model that a flat spin can determine.
  var isSmallAndAccepted: Bool { isAccepted && (finding.model == .planar || finding.model == .sphere) }

  /// The data that a person needs to examine the trial.
  var described: String {
    let reasons = finding.reasonNames.joined(separator: " ")
    return String(
      format: "world %llu: %@%@, true %.2f°, predicted %.2f°%@", world.index, isAccepted ? "" : "refused, ",
      "\(finding.model)", trueWorstDegrees, finding.worstDegrees ?? .nan, reasons.isEmpty ? "" : ", \(reasons)")
  }
}

/// One line of the distribution.
package struct CalibrationTableRow: Equatable, Sendable {
  package var motion: String
  package var worlds: Int
  package var accepted: Int
  /// The numbers of accepted models: planar, sphere, axis-aligned, ellipsoid.
  package var models: [Int]
  /// For accepted trials, degrees: the medians, and the 95th percentile of the true error.
  package var trueMedian: Double
  package var trueHigh: Double
  package var predictedMedian: Double
  /// Percentage of accepted trials with a true error within the predicted worst error.
  package var honestPercent: Double

  init(_ motion: String, _ trials: [CalibrationTrial]) {
    self.motion = motion
    worlds = trials.count
    let good = trials.filter(\.isAccepted)
    accepted = good.count
    models = [ModelOrder.planar, .sphere, .axisAligned, .ellipsoid].map { model in
      good.count { $0.finding.model == model }
    }
    trueMedian = CalibrationTrial.percentile(good.map(\.trueWorstDegrees), 0.5)
    trueHigh = CalibrationTrial.percentile(good.map(\.trueWorstDegrees), 0.95)
    predictedMedian = CalibrationTrial.percentile(good.compactMap(\.finding.worstDegrees), 0.5)
    honestPercent = good.isEmpty ? .nan : 100 * Double(good.count(where: \.isHonest)) / Double(good.count)
  }
}

extension CalibrationWorldsCheck {
  /// The figures for gross outliers in `count` easy worlds: turned in all directions, in range, without a magnet.
  ///
  /// It searches for them from world 0 of `seed` on.
  package static func outlierFigures(
    seed: UInt64, count: Int, percents: [Double] = [0.5, 2], fit: @escaping CalibrationFitFunction,
    progress: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> [CalibrationFigure] {
    var worlds: [CalibrationWorld] = []
    for index in 0..<UInt64(20 * count) where worlds.count < count {
      let world = CalibrationWorld(seed: seed, index: index)
      guard world.motion == .tumbled, world.magnetNanotesla == nil else { continue }
      if !world.run().samples.contains(where: \.isOverflowed) { worlds.append(world) }
    }
    let chosen = worlds
    let tally = Mutex(OutlierTally())
    let done = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: chosen.count) { number in
      let count = done.withLock { count in
        count += 1
        return count
      }
      guard progress(count) else { return }
      let world = chosen[number]
      let clean = FitRun(world: world, samples: world.run().samples)
      let found = fit(clean)
      for percent in percents {
        var run = clean
        run.addOutliers(percent: percent, seed: seed &+ world.index)
        let disturbed = fit(run)
        tally.withLock { $0.add(disturbed, clean: found, "world \(world.index) with \(percent) %") }
      }
    }
    return tally.withLock { $0.figures("Worlds") }
  }
}
