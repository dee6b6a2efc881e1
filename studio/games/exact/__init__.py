"""Exact odds by enumeration: what each bet wins how often, as fractions. Source of the rules: the games themselves."""
