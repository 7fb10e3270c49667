"""What ``verify`` and its like are made of: who answers, what is kept, what is written."""
