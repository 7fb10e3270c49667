"""Where in the flow a statement stands, and what all that lowers statements shares."""
