// MPS2 with AN386: the FPGA image wires UART 0 to the board's serial connector, and no pin is ours to choose.
