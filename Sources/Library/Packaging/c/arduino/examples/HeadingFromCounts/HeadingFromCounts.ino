// For an Uno or a Nano, whose 32 KB hold no driver of Binnacle: the heading from the counts that any other library reads.
// Here they come on the serial monitor: six numbers in a line, of the field and of the acceleration, each forward, right, down.
// A level board reads a negative acceleration down. Try: 200 30 400 0 0 -1000
#include <Binnacle.h>

void setup() {
  Serial.begin(115200);
  Serial.setTimeout(1000);
}

void loop() {
  if (Serial.available() == 0) return;
  int16_t counts[6];
  for (uint8_t i = 0; i < 6; i++) counts[i] = (int16_t)Serial.parseInt();
  while (Serial.available() > 0) Serial.read();
  uint32_t heading;
  if (binnacle_heading_from_counts(counts, counts + 3, &heading) == BINNACLE_OK)
    Serial.println(binnacle_centidegrees(heading) / 100.0f);
  else
    Serial.println(F("no heading: the forward axis is vertical, or a sensor gives zeros"));
}
