// Which native sessions belong to provider threads that were not imported.
// params: workspace, references: [native reference]
// returns: liveSessions: [native reference]
UNWIND $references AS reference
MATCH (p:ProviderThread {workspace: $workspace, nativeThreadRef: reference})
USING INDEX p:ProviderThread(workspace, nativeThreadRef)
MATCH (p)-[:SERVES]->(t)
WHERE t.importedVersion IS NULL
RETURN collect(DISTINCT reference) AS liveSessions
