"""Two lines of an I2C bus that firmware moves by itself, with register models of devices on them."""


class Wires:
    """Two open-drain lines with I2C targets on them (NXP UM10204 rev. 7, section 3.1), driven by one master."""

    def __init__(self, devices):
        self.devices = {device.ADDRESS: device for device in devices}
        self.clock, self.data = True, True
        self.pulls, self.device = False, None
        self.state, self.bits, self.byte, self.acknowledges = None, 0, 0, False

    def line(self):
        return self.data and not self.pulls

    def drive(self, clock, data):
        """The master's levels, true where it lets a line go."""
        if data != self.data:
            before, self.data = self.line(), data
            if self.clock and clock and self.line() != before:
                self.state, self.bits, self.byte, self.acknowledges = None if data else "address", 0, 0, False
                self.pulls = False
        if clock != self.clock:
            self.clock = clock
            if self.state:
                (self.rise if clock else self.fall)()

    def rise(self):
        if self.bits < 8:
            self.byte, self.bits = self.byte << 1 & 0xFF | self.line(), self.bits + 1
        elif self.state == "read" and self.line():
            # The master wants no more.
            self.state = None

    def fall(self):
        if self.acknowledges:
            self.acknowledges, self.bits, self.byte, self.pulls = False, 0, 0, False
            if self.state == "read":
                self.out = self.device.read()
        if self.bits == 8:
            self.acknowledges = True
            self.pulls = self.receive() if self.state != "read" else False
        elif self.state == "read":
            self.pulls = not self.out >> (7 - self.bits) & 1

    def receive(self):
        if self.state == "address":
            self.device = self.devices.get(self.byte >> 1)
            if not self.device:
                self.state = None
                return False
            self.state = "read" if self.byte & 1 else "write"
            self.device.begin()
            return True
        self.device.write(self.byte)
        return True
