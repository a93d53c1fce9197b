"""Hours of a device's time for the C library (soak.c): `make soak HOURS=24`. Exit status 1: something failed; the seed repeats it."""

import argparse
import random
import subprocess
import sys

import fuzz


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hours", type=int, default=24)
    seed = random.getrandbits(32)
    print(f"seed {seed}", flush=True)
    sys.exit(subprocess.run([fuzz.built("soak"), str(parser.parse_args().hours), str(seed)]).returncode)


if __name__ == "__main__":
    main()
