// The heading on the serial monitor, at 115200 baud. Wire the sensor: SDA, SCL, 3.3 V, GND.
#include <Binnacle.h>

static BinnacleCompass compass;

void setup() {
  Serial.begin(115200);
  compass.begin();
}

void loop() {
  static uint32_t shown;
  static bool was_calibrating;
  compass.update();
  if (millis() - shown < 500) return;
  shown = millis();
  if (was_calibrating && !compass.isCalibrating()) {
    Serial.print(F("calibration: "));
    Serial.println(compass.calibrationResult());
    if (!compass.isKept()) Serial.println(compass.storageReason());
  }
  was_calibrating = compass.isCalibrating();
  if (!compass.hasSensor()) {
    Serial.println(compass.reason());
  } else if (was_calibrating) {
    Serial.print(compass.progress());
    Serial.print(F(" %, "));
    Serial.println(compass.advice());
  } else if (!compass.isCalibrated()) {
    Serial.println(F("The compass is not calibrated. Turn it slowly about all its axes for one to two minutes."));
    compass.startCalibration();
  } else if (isnan(compass.heading())) {
    Serial.println(compass.reason());
  } else {
    Serial.print(compass.heading(), 1);
    Serial.print(F(" within "));
    Serial.print(compass.accuracy(), 1);
    Serial.println(compass.isDisturbed() ? F(" disturbed") : F(""));
  }
}
