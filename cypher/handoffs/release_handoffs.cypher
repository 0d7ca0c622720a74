// Takes superseded handoffs from the run that was to consume them.
// params: workspace, releaseHandoffs: [id]
// returns: nothing
UNWIND $releaseHandoffs AS id
MATCH (:Run)-[consumed:CONSUMES]->(:ContextHandoff {workspace: $workspace, id: id})
DELETE consumed
