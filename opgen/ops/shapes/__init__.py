"""Formulas over sizes: read with places, typed, evaluated."""
