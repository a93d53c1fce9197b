// What `import Binnacle` makes visible: the numbers and units that a compass takes and gives, and its parts.

@_exported import Calibration
@_exported import Correction
@_exported import FieldMonitor
@_exported import FixedPoint
@_exported import Geomagnetism
@_exported import Heading
@_exported import IntegerTrigonometry
@_exported import Motion
@_exported import Quantities
