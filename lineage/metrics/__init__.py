"""What a process measures of itself, in Prometheus' terms. Other parts tell it by the protocols of store/watching and api/watching."""
