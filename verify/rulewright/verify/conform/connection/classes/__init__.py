"""Engines that are Python classes: run in a process of their own, and how one is named."""
