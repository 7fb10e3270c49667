"""What each expression of the IR means: the context, a file for each sort of node, the table on top."""
