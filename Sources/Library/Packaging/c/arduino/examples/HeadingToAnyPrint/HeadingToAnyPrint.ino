// The heading as text on any Print: a serial port, a display, a file, a client of a socket.
#include <Binnacle.h>

static BinnacleCompass compass;

static void show(Print &to) {
  if (isnan(compass.heading())) {
    to.println(compass.reason());
    return;
  }
  static const char *const winds[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  const int degrees = (int)(compass.heading() + 0.5f) % 360;
  to.print(winds[(degrees + 22) / 45 % 8]);
  to.print(' ');
  to.print(degrees);
  to.print(F(" deg +-"));
  to.println(compass.accuracy(), 0);
}

void setup() {
  Serial.begin(115200);
  compass.begin();
}

void loop() {
  static uint32_t shown;
  compass.update();
  if (millis() - shown < 1000) return;
  shown = millis();
  show(Serial);  // or your display
}
