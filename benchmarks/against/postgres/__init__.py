"""The same service on PostgreSQL: the same facts in tables, and the same questions as SQL behind the same types and rules."""
