// What the programs here share: words that no function may touch, and numbers at random.
#pragma once
#include <stdint.h>

#define GUARD 0x5a5aa5a5c3c33c3cull

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
static uint64_t split_mix(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}
