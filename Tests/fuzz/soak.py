"""Hours of a device's time for the C library (soak.c): `make soak HOURS=24`. Exit status 1: something failed; the seed repeats it."""

import argparse
import random
import subprocess
import sys

import fuzz


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    sys.exit(subprocess.run([fuzz.built("soak"), str(arguments.hours), str(arguments.seed)]).returncode)


if __name__ == "__main__":
    main()
