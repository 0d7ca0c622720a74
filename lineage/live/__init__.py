"""What changes threads, told as it happens, from the log of each thread: none lost, none twice, whichever process wrote it."""
