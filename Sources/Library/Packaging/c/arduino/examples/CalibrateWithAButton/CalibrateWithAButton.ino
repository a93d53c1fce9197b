// Calibration without a PC. A button to GND starts it: at pin 2, on an ESP32 at pin 4, on an ESP8266 at pin 14 (D5). The LED blinks
// while you turn the board, and stays lit when the new calibration is in use. If it goes out, the calibration was refused: go
// away from iron and try again.
#include <Binnacle.h>

static BinnacleCompass compass;
#if defined(ARDUINO_ARCH_ESP8266)
// Pin 2 is the LED, and pins 4 and 5 are the bus. The LED is on while its pin is low.
static const uint8_t button = 14, on = LOW, off = HIGH;
#elif defined(ARDUINO_ARCH_ESP32)
// Pin 2 is often the LED.
static const uint8_t button = 4, on = HIGH, off = LOW;
#else
static const uint8_t button = 2, on = HIGH, off = LOW;
#endif
#if defined(LED_BUILTIN)
static const uint8_t led = LED_BUILTIN;
#else
static const uint8_t led = 13;
#endif
static_assert(button != led, "choose another pin for the button: this one is the LED");

void setup() {
  pinMode(button, INPUT_PULLUP);
  pinMode(led, OUTPUT);
  compass.begin();
}

void loop() {
  compass.update();
  if (digitalRead(button) == LOW && !compass.isCalibrating()) compass.startCalibration();
  if (compass.isCalibrating())
    digitalWrite(led, millis() / 250 % 2 ? on : off);
  else
    digitalWrite(led, compass.progress() == 100 ? on : off);
}
