// The registered profiles of the providers that are named, that serve the threads, or that the provider threads are of.
// params: workspace, kinds, profileThreadIds, profileProviderThreadIds
// returns: profiles: [Provider's properties]
CALL () {
  UNWIND $kinds AS kind
  RETURN kind
  UNION
  UNWIND $profileThreadIds AS id
  MATCH (:Thread {workspace: $workspace, id: id})<-[:SERVES]-(served)
  RETURN served.provider AS kind
  UNION
  UNWIND $profileProviderThreadIds AS id
  MATCH (served:ProviderThread {workspace: $workspace, id: id})
  RETURN served.provider AS kind
}
MATCH (p:Provider {workspace: $workspace, kind: kind})
RETURN collect(p {.*}) AS profiles
