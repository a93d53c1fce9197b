"""Register models of accelerometers on an I2C bus, written from their data sheets; sensors.py says how they are used."""

import math
import random


class MPU6050:
    """InvenSense MPU-6050, as on modules called GY-521 (register map RM-MPU-6000A-00).

    Forces are in milli-g, rates in degrees a second. The temperature stands still. The last bit of each force is noise. What the
    gyroscope adds to a rate, and the standard deviation of its noise, are in degrees a second, too.
    """

    ADDRESS = 0x68
    # CONFIG, DLPF_CFG: the gyroscope's delay in milliseconds (revision 4.2, register 26).
    DELAYS = [0.98, 1.9, 2.8, 4.8, 8.3, 13.4, 18.6, 0.98]
    # GYRO_CONFIG, FS_SEL: counts for a degree a second (PS-MPU-6000A revision 3.4, section 6.1).
    COUNTS = [131, 65.5, 32.8, 16.4]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.force, self.rate = [0, 0, -1000], [0, 0, 0]
        self.rate_bias, self.rate_noise, self.is_rate_frozen = [0, 0, 0], 0, False
        self.filtered, self.chance = [0, 0, 0], random.Random(1)
        self.registers = bytearray(0x80)
        # After power-up it sleeps (register 107).
        self.registers[0x6B], self.registers[0x75] = 0x40, 0x68
        self.pointer, self.is_first, self.due, self.noise = 0, False, 0, 1

    def turn(self, axis, rate):
        """Turns with another rate from now on."""
        self.advance()
        self.rate[axis] = rate

    def begin(self):
        self.is_first = True
        self.advance()

    def advance(self):
        """Does the measurements that are due."""
        now = self.milliseconds()
        # 1 kHz with the low-pass filter, divided by 1 + SMPLRT_DIV (register 25).
        period = 1 + self.registers[0x19]
        if self.registers[0x6B] & 0x40:
            self.due = now + period
            return
        # A filter that has seen a second of a rate has nothing left of the one before.
        self.due = max(self.due, now - 1000)
        while self.due <= now:
            self.measure(period)
            self.due += period

    def measure(self, period):
        counts = 16384 >> (self.registers[0x1C] >> 3 & 3)
        # A filter of one pole delays by its time constant.
        kept = math.exp(-period / self.DELAYS[self.registers[0x1A] & 7])
        per_degree = self.COUNTS[self.registers[0x1B] >> 3 & 3]
        for axis in range(3):
            self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
            self.store(0x3B + 2 * axis, round(self.force[axis] * counts / 1000) + (self.noise >> 16 & 1))
            self.filtered[axis] = kept * self.filtered[axis] + (1 - kept) * self.rate[axis]
            measured = self.filtered[axis] + self.rate_bias[axis] + self.chance.gauss(0, self.rate_noise)
            if not self.is_rate_frozen:
                self.store(0x43 + 2 * axis, round(measured * per_degree))
        self.registers[0x3A] |= 1

    def store(self, place, count):
        self.registers[place : place + 2] = max(-32768, min(32767, count)).to_bytes(2, "big", signed=True)

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte & 0x7F, False
            return
        if self.pointer in range(0x19, 0x1D) or self.pointer in (0x37, 0x38, 0x6B, 0x6C):
            self.registers[self.pointer] = byte
        self.pointer = (self.pointer + 1) & 0x7F

    def read(self):
        byte = self.registers[self.pointer]
        if self.pointer == 0x3A:
            self.registers[0x3A] = 0
        self.pointer = (self.pointer + 1) & 0x7F
        return byte


class LIS2DH12:
    """The accelerometer of an LSM303AGR (datasheet ST DocID027765; LIS2DH12, DocID025056). Forces are in milli-g.

    The last bit of each axis is noise.
    """

    ADDRESS = 0x19
    # CTRL_REG1, ODR: milliseconds from one sample to the next.
    PERIODS = [None, 1000, 100, 40, 20, 10, 5, 2.5]
    # CTRL_REG4, FS: micro-g a count of twelve bits.
    MICRO_G = [980, 1950, 3900, 11720]
    # What CTRL_REG4, ST, adds to each axis, in milli-g: 17 to 360 counts of 4 (DocID025056, table 4).
    SELF_TEST = [0, 400, -400, 0]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.force = [0, 0, -1000]
        # The number of an axis whose mass is stuck.
        self.dead_axis = None
        self.registers = bytearray(0x80)
        self.registers[0x0F], self.registers[0x20] = 0x33, 0x07
        self.pointer, self.increments, self.is_first, self.due, self.noise = 0, False, False, 0, 1

    def begin(self):
        self.is_first = True
        period = self.PERIODS[self.registers[0x20] >> 4 & 7]
        if period is None or self.milliseconds() < self.due:
            return
        self.due = self.milliseconds() + period
        micro = self.MICRO_G[self.registers[0x23] >> 4 & 3]
        # Twelve bits in high resolution, ten else.
        shift = 4 if self.registers[0x23] & 8 else 6
        for axis in range(3):
            self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
            moved = 0 if axis == self.dead_axis else self.SELF_TEST[self.registers[0x23] >> 1 & 3]
            count = round((self.force[axis] + moved) * 1000 / micro) + (self.noise >> 16 & 1)
            count = max(-2048, min(2047, count)) >> (shift - 4) << shift
            self.registers[0x28 + 2 * axis : 0x2A + 2 * axis] = count.to_bytes(2, "little", signed=True)
        self.registers[0x27] |= 0x0F

    def write(self, byte):
        if self.is_first:
            # The top bit lets the address advance (section 6.1.1).
            self.pointer, self.increments, self.is_first = byte & 0x7F, byte & 0x80 != 0, False
            return
        if self.pointer in range(0x1E, 0x27) or self.pointer == 0x2E:
            self.registers[self.pointer] = byte
        self.advance()

    def read(self):
        byte = self.registers[self.pointer]
        if self.pointer == 0x2D:
            self.registers[0x27] = 0
        self.advance()
        return byte

    def advance(self):
        if self.increments:
            self.pointer = (self.pointer + 1) & 0x7F


class NXPRegisters:
    """The registers of NXP's sensors. In standby the settings can be written, and while the chip measures only the bit that ends it."""

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte & self.LAST, False
            return
        active = self.registers[self.CONTROL] & 1
        if self.pointer == self.CONTROL:
            self.registers[self.CONTROL] = (self.registers[self.CONTROL] & ~1 | byte & 1) if active else byte
        elif self.pointer in self.SETTINGS and not active:
            self.registers[self.pointer] = byte
        self.advance()

    def read(self):
        byte = self.registers[self.pointer] if self.pointer < len(self.registers) else 0
        # The last byte of a sample clears the status.
        if self.pointer == 0x06:
            self.registers[0x00] = 0
        self.advance()
        return byte

    def advance(self):
        self.pointer = (self.pointer + 1) & self.LAST


class MMA8653(NXPRegisters):
    """NXP's accelerometer of the micro:bit v1.3 (datasheet MMA8653FC rev. 2.2). Forces are in milli-g.

    The last bit of each axis is noise.
    """

    ADDRESS = 0x1D
    LAST, CONTROL, SETTINGS = 0x3F, 0x2A, (0x0E, 0x2B)
    # CTRL_REG1, DR: milliseconds from one sample to the next.
    PERIODS = [1.25, 2.5, 5, 10, 20, 80, 160, 640]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.force = [0, 0, -1000]
        self.noise = 1
        self.reset()

    def reset(self):
        self.registers = bytearray(0x32)
        self.registers[0x0D] = 0x5A
        self.pointer, self.is_first, self.due = 0, False, 0

    def begin(self):
        self.is_first = True
        control = self.registers[0x2A]
        if not control & 1 or self.milliseconds() < self.due:
            return
        self.due = self.milliseconds() + self.PERIODS[control >> 3 & 7]
        counts = 256 >> (self.registers[0x0E] & 3)
        for axis in range(3):
            self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
            count = round(self.force[axis] * counts / 1000) + (self.noise >> 16 & 1)
            count = max(-512, min(511, count)) << 6
            self.registers[1 + 2 * axis : 3 + 2 * axis] = count.to_bytes(2, "big", signed=True)
        self.registers[0x00] |= 0x0F

    def write(self, byte):
        if not self.is_first and self.pointer == 0x2B and byte & 0x40:
            self.reset()
        else:
            super().write(byte)
