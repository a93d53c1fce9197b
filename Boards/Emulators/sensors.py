"""Register models of sensors on an I2C bus, written from their data sheets and not from our drivers.

Each has an ADDRESS, `begin` at a start with its address, `write` and `read` of a byte, and for a magnetometer `field` in
nanotesla and `limit`, the largest field that it can measure.
"""

from accelerometers import MPU6050, NXPRegisters


class LSM303DLHCMagnetometer:
    """The magnetometer of an LSM303DLHC: ST datasheet DocID018771 Rev 2, section 7.2. Fields are in nanotesla."""

    ADDRESS = 0x1E
    # Table 75, by the bits GN: counts in a gauss for X and Y, and for Z.
    COUNTS = {1: (1100, 980), 2: (855, 760), 3: (670, 600), 4: (450, 400), 5: (400, 355), 6: (330, 295), 7: (230, 205)}
    # Table 72, by the bits DO: milliseconds from one sample to the next, rounded.
    PERIODS = [1333, 667, 333, 133, 67, 33, 13, 5]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.registers = bytearray(0x33)
        self.registers[0x00], self.registers[0x01], self.registers[0x02] = 0x10, 0x20, 0x03
        self.registers[0x0A:0x0D] = b"H43"
        self.pointer, self.is_first, self.due, self.is_single = 0, False, 0, False

    def limit(self, name):
        return (2048 * 100_000 - 1) // self.COUNTS[self.gain()][name == "mag-z"]

    def gain(self):
        return max(self.registers[0x01] >> 5, 1)

    def begin(self):
        self.is_first = True
        self.measure()

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte, False
            return
        if self.pointer <= 0x02:
            self.registers[self.pointer] = byte
            self.due = self.milliseconds() + self.period()
            self.is_single = byte & 3 == 1 if self.pointer == 0x02 else self.is_single
        self.advance()

    def read(self):
        byte = self.registers[self.pointer] if self.pointer < len(self.registers) else 0
        if self.pointer == 0x08:
            self.registers[0x09] &= ~1
        self.advance()
        return byte

    def advance(self):
        # From the last data register the pointer goes back to the first (section 5.1.2.1 of the HMC5883L, the same part).
        self.pointer = {0x08: 0x03, 0x0C: 0x00, 0x32: 0x31}.get(self.pointer, self.pointer + 1)

    def period(self):
        return self.PERIODS[self.registers[0x00] >> 2 & 7]

    def measure(self):
        """Brings the data up to date when a sample is due."""
        mode = self.registers[0x02] & 3
        if (mode != 0 and not self.is_single) or self.milliseconds() < self.due:
            return
        if mode == 1:
            self.registers[0x02], self.is_single = 0x03, False
        self.due = self.milliseconds() + self.period()
        planar, axial = self.COUNTS[self.gain()]
        for place, name, counts in ((0x03, "mag-x", planar), (0x05, "mag-z", axial), (0x07, "mag-y", planar)):
            self.registers[place : place + 2] = (self.field[name] * counts // 100_000).to_bytes(2, "big", signed=True)
        self.registers[0x31:0x33] = (25 * 8 << 4).to_bytes(2, "big")
        self.registers[0x09] |= 1


class QMC5883L:
    """QST QMC5883L, as on modules called GY-271 (datasheet 1.0, section 9). Fields are in nanotesla."""

    ADDRESS = 0x0D
    # Counts in a gauss by RNG, and milliseconds from one sample to the next by ODR, in control register 1.
    COUNTS = {0: 12000, 1: 3000}
    PERIODS = [100, 20, 10, 5]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.reset()

    def reset(self):
        self.registers = bytearray(0x0E)
        self.registers[0x0D] = 0xFF
        self.pointer, self.is_first, self.due = 0, False, 0

    def limit(self, name):
        return 32767 * 100_000 // self.counts()

    def counts(self):
        return self.COUNTS[self.registers[0x09] >> 4 & 1]

    def period(self):
        return self.PERIODS[self.registers[0x09] >> 2 & 3]

    def begin(self):
        self.is_first = True
        if self.registers[0x09] & 3 == 1 and self.milliseconds() >= self.due:
            self.due = self.milliseconds() + self.period()
            for place, name in enumerate(("mag-x", "mag-y", "mag-z")):
                count = self.field[name] * self.counts() // 100_000
                self.registers[2 * place : 2 * place + 2] = count.to_bytes(2, "little", signed=True)
            self.registers[0x06] |= 1

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte, False
            return
        if self.pointer == 0x0A and byte & 0x80:
            self.reset()
            return
        if 0x09 <= self.pointer <= 0x0B:
            self.registers[self.pointer] = byte
            self.due = self.milliseconds() + self.period()
        self.pointer += 1

    def read(self):
        byte = self.registers[self.pointer] if self.pointer < len(self.registers) else 0
        if self.pointer == 0x05:
            self.registers[0x06] &= ~1
        self.pointer += 1
        return byte


class MMC5603:
    """MEMSIC MMC5603NJ (data sheet, register map and descriptions). Fields are in nanotesla.

    A bridge whose coil is pulsed: SET and RESET turn the sign of the field, and not that of the bridge's own offset. The control
    registers can only be written.
    """

    ADDRESS = 0x30
    STATUS, CONTROL, RESET, IDENTITY = 0x18, 0x1B, 0x1C, (0x39, 0x10)
    # The bit of the status that says that a measurement has ended, and milliseconds of a measurement and of a reset.
    DONE, MEASURING, RESETTING = 0x40, 6.6, 20
    # 16,384 counts a gauss, in a code without sign whose middle is no field.
    BITS, RANGE = 20, 3_000_000
    OFFSETS = (30_000, -50_000, 70_000)

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.pulses, self.silent = "", 0
        self.reset()

    def reset(self):
        self.registers = bytearray(0x40)
        self.registers[self.IDENTITY[0]] = self.IDENTITY[1]
        self.pointer, self.is_first, self.sign, self.due = 0, False, 1, None

    def limit(self, name):
        return self.RANGE - 100_000

    def begin(self):
        self.is_first = True
        if self.due is not None and self.milliseconds() >= self.due:
            self.due = None
            for axis, name in enumerate(("mag-x", "mag-y", "mag-z")):
                code = (self.sign * self.field[name] + self.OFFSETS[axis]) * 16_384 // 100_000
                self.store(axis, (1 << self.BITS - 1) + code)
            self.registers[self.STATUS] |= self.DONE

    def store(self, axis, code):
        self.registers[2 * axis : 2 * axis + 2] = (code >> 4).to_bytes(2, "big")
        self.registers[6 + axis] = (code & 0xF) << 4

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte & 0x3F, False
            return
        if self.milliseconds() < self.silent:
            return
        if self.pointer == self.RESET and byte & 0x80:
            self.reset()
            self.silent = self.milliseconds() + self.RESETTING
        elif self.pointer == self.CONTROL:
            for bit, sign, name in ((0x08, 1, "S"), (0x10, -1, "R")):
                if byte & bit:
                    self.sign, self.pulses = sign, self.pulses + name
            if byte & 0x01:
                self.registers[self.STATUS] &= ~self.DONE
                self.due = self.milliseconds() + self.MEASURING
        self.pointer = (self.pointer + 1) & 0x3F

    def read(self):
        byte = self.registers[self.pointer]
        self.pointer = (self.pointer + 1) & 0x3F
        return byte


class MMC5983MA(MMC5603):
    """MEMSIC MMC5983MA (data sheet, register map and descriptions): other registers, and codes of 18 bits."""

    STATUS, CONTROL, RESET, IDENTITY = 0x08, 0x09, 0x0A, (0x2F, 0x30)
    DONE, MEASURING, RESETTING = 0x01, 8, 10
    BITS, RANGE = 18, 800_000

    def store(self, axis, code):
        self.registers[2 * axis : 2 * axis + 2] = (code >> 2).to_bytes(2, "big")
        lower = 6 - 2 * axis
        self.registers[6] = self.registers[6] & ~(3 << lower) | (code & 3) << lower


class LIS2MDL:
    """The magnetometer of an LSM303AGR (datasheet ST DocID027765; LIS2MDL, DS12144). Fields are in nanotesla.

    Its X axis is turned round against the accelerometer's in the same package.
    """

    ADDRESS = 0x1E
    # 1.5 milligauss a count.
    NANOTESLA = 150
    # What Self_test of CFG_REG_C adds to each axis: 15 to 500 milligauss (DS12144, table 2).
    SELF_TEST = 20_000
    # CFG_REG_A, ODR: milliseconds from one sample to the next.
    PERIODS = [100, 50, 20, 10]

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        # The name of an axis whose coil is broken.
        self.dead_axis = None
        self.reset()

    def reset(self):
        self.registers = bytearray(0x80)
        self.registers[0x4F], self.registers[0x60] = 0x40, 0x03
        self.pointer, self.is_first, self.due = 0, False, 0

    def limit(self, name):
        return 32767 * self.NANOTESLA

    def begin(self):
        self.is_first = True
        if self.registers[0x60] & 3 or self.milliseconds() < self.due:
            return
        self.due = self.milliseconds() + self.PERIODS[self.registers[0x60] >> 2 & 3]
        for place, (name, sign) in zip((0x68, 0x6A, 0x6C), (("mag-x", -1), ("mag-y", 1), ("mag-z", 1))):
            # Towards zero, as the counts of a converter without an offset.
            value = self.field[name] * sign
            if self.registers[0x62] & 2 and name != self.dead_axis:
                value += self.SELF_TEST
            count = (abs(value) // self.NANOTESLA) * (1 if value >= 0 else -1)
            self.registers[place : place + 2] = count.to_bytes(2, "little", signed=True)
        self.registers[0x67] |= 0x0F

    def write(self, byte):
        if self.is_first:
            self.pointer, self.is_first = byte & 0x7F, False
            return
        if self.pointer == 0x60 and byte & 0x20:
            self.reset()
            return
        if self.pointer in range(0x45, 0x4B) or self.pointer in range(0x60, 0x64):
            self.registers[self.pointer] = byte & (0x9F if self.pointer == 0x60 else 0xFF)
        self.pointer = (self.pointer + 1) & 0x7F

    def read(self):
        byte = self.registers[self.pointer]
        if self.pointer == 0x6D:
            self.registers[0x67] = 0
        self.pointer = (self.pointer + 1) & 0x7F
        return byte


class MAG3110(NXPRegisters):
    """NXP's magnetometer of the micro:bit v1.3 (datasheet MAG3110 rev. 9.2). Fields are in nanotesla."""

    ADDRESS = 0x0E
    LAST, CONTROL, SETTINGS = 0x1F, 0x10, (*range(0x09, 0x0F), 0x11)
    # 0.1 µT a count.
    NANOTESLA = 100

    def __init__(self, milliseconds):
        self.milliseconds = milliseconds
        self.field = {"mag-x": 0, "mag-y": 0, "mag-z": 0}
        self.registers = bytearray(0x12)
        self.registers[0x07] = 0xC4
        self.pointer, self.is_first, self.due = 0, False, 0

    def limit(self, name):
        return 10_000 * self.NANOTESLA

    def begin(self):
        self.is_first = True
        control = self.registers[0x10]
        if not control & 1 or self.milliseconds() < self.due:
            return
        # 80 Hz, halved by each step of DR and of OS (table 31).
        self.due = self.milliseconds() + (12.5 * 2 ** ((control >> 5 & 7) + (control >> 3 & 3)))
        for place, name in ((0x01, "mag-x"), (0x03, "mag-y"), (0x05, "mag-z")):
            count = int(self.field[name] / self.NANOTESLA)
            self.registers[place : place + 2] = count.to_bytes(2, "big", signed=True)
        self.registers[0x08] = 1 if self.registers[0x11] & 0x20 else 2
        self.registers[0x00] |= 0x0F

    def write(self, byte):
        super().write(byte)
        # SYSMOD: standby.
        if not self.registers[self.CONTROL] & 1:
            self.registers[0x08] = 0


# What an emulated board may have on its bus, by the names of its options.
MAGNETOMETERS = {"lsm303dlhc": LSM303DLHCMagnetometer, "qmc5883l": QMC5883L, "mmc5603": MMC5603, "mmc5983ma": MMC5983MA}
ACCELEROMETERS = {"mpu6050": MPU6050}
