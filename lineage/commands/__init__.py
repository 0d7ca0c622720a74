"""What the command `lineage` does with the service and its store, a module for each kind of work."""
