"""A betting backend's duty on PostgreSQL: see README.md."""
