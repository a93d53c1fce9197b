// The heading from the counts of two 16-bit sensors, without an object: 2.5 KB of flash. Iron beside the sensor makes it wrong:
// take away the middle of what each axis of the magnetometer shows in a turn.

#include "binnacle.h"

// One scale for the three axes of a sensor; the scales of the two sensors may differ. The module has X forward, Y left, Z up.
binnacle_result heading(const int16_t field[3], const int16_t force[3], uint32_t *centidegrees) {
  int16_t body_field[3] = {field[0]}, body_force[3] = {force[0]};
  for (int axis = 1; axis < 3; axis++) {
    // Forward, right, down. -(-32768) would not fit.
    body_field[axis] = (int16_t)(field[axis] == INT16_MIN ? INT16_MAX : -field[axis]);
    body_force[axis] = (int16_t)(force[axis] == INT16_MIN ? INT16_MAX : -force[axis]);
  }
  uint32_t turns;
  const binnacle_result result = binnacle_heading_from_counts(body_field, body_force, &turns);
  if (result == BINNACLE_OK) *centidegrees = binnacle_centidegrees(turns);
  return result;
}
