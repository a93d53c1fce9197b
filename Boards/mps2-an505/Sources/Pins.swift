// MPS2 with AN505: the FPGA image connects UART 0 to the board's serial connector. No pin can be chosen.
