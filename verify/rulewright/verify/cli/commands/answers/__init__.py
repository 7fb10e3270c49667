"""Commands about what the rules imply: asking all checks, and looking at the answers."""
