"""From syntax tree to IR: variants, names, types, flow.

One instance (variant, parameters, readings) is elaborated at a time; errors of every definition and
every statement are collected before any is raised.
"""
