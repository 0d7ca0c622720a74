// The providers' profiles that were registered, by kind.
// params: workspace
// returns: providers: [Provider's properties]
MATCH (p:Provider {workspace: $workspace})
USING INDEX p:Provider(workspace, kind)
WHERE p.kind IS NOT NULL
WITH p ORDER BY p.kind
RETURN collect(p {.*}) AS providers
