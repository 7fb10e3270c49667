"""What is known of a program without running it: who reads what, and in which order."""
