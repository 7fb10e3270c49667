"""What the IR means to the kernel: terms, numbers, values of every type, and expressions over them."""
