"""What a service does for each request, as OpenTelemetry's spans. An extra: only opening.py can be imported without it."""
