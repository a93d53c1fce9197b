// What a live stream says about its calibration once it knows the place.

extension LiveStream {
  /// Reports once what the place tells about the calibration, as soon as the place is known.
  func tellElsewhere() {
    guard let used = record, let field = arrangement.localField else { return }
    record = nil
    for remark in [CalibrationBanner.elsewhere(used, field), CalibrationBanner.hemisphere(used, field)] {
      if let remark { report.remark(remark) }
    }
  }
}
