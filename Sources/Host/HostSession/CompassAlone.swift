// A reading as it would be without the gyroscope.
import FieldMonitor
import Heading
import LinkProtocol
import Quantities

extension Reading {
  /// The reading with the compass's own heading, accuracy, grade and disturbance, without smoothing.
  /// - Parameter motion: the parts of this reading; `nil` if they were not sent. Then a heading that the gyroscope took
  ///   part in is left out.
  package func compassAlone(_ motion: FusionReport?) -> Reading {
    guard motion != nil || source != .compass else { return self }
    var reading = self
    reading.source = .compass
    guard let part = motion?.compass else {
      reading.assessment.magnetic = nil
      reading.assessment.trueNorth = nil
      reading.assessment.accuracy = nil
      reading.assessment.reference = .none
      reading.assessment.grade = 0
      return reading
    }
    if let magnetic = assessment.magnetic, let trueNorth = assessment.trueNorth {
      reading.assessment.trueNorth = part.magnetic + (trueNorth - magnetic)
    }
    if assessment.magnetic != nil { reading.assessment.magnetic = part.magnetic }
    reading.assessment.accuracy = assessment.magnetic == nil ? nil : part.accuracy
    reading.assessment.grade = part.grade
    reading.assessment.disturbance = part.disturbance
    return reading
  }
}
