// Calibration without a PC. A button from pin 2 to GND starts it; the LED blinks while you turn the board, and stays lit when
// the new calibration is in use. If it goes out, the calibration was refused: go away from iron and try again.
#include <Binnacle.h>

static BinnacleCompass compass;
static const uint8_t button = 2;
#if defined(LED_BUILTIN)
static const uint8_t led = LED_BUILTIN;
#else
static const uint8_t led = 13;
#endif

void setup() {
  pinMode(button, INPUT_PULLUP);
  pinMode(led, OUTPUT);
  compass.begin();
}

void loop() {
  compass.update();
  if (digitalRead(button) == LOW && !compass.isCalibrating()) compass.startCalibration();
  if (compass.isCalibrating())
    digitalWrite(led, millis() / 250 % 2 ? HIGH : LOW);
  else
    digitalWrite(led, compass.progress() == 100 ? HIGH : LOW);
}
