"""Reads the histories that other programs keep and places them in the graph.

Readers give plain records of what a file tells; these are woven into lineage trees and stored.
"""
