"""OpenLineage run events, one JSON object a line: what https://openlineage.io/spec/2-0-2/OpenLineage.json describes."""
