"""What a program means, said again in the language: expressions of the IR as text, and back."""
