// The registered profiles of the providers that are named or that serve the threads.
// params: workspace, kinds, profileThreadIds
// returns: profiles: [Provider's properties]
CALL () {
  UNWIND $kinds AS kind
  RETURN kind
  UNION
  UNWIND $profileThreadIds AS id
  MATCH (:Thread {workspace: $workspace, id: id})<-[:SERVES]-(served)
  RETURN served.provider AS kind
}
MATCH (p:Provider {workspace: $workspace, kind: kind})
RETURN collect(p {.*}) AS profiles
