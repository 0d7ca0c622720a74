// Takes the mark of adoption from the provider threads that these had adopted.
// params: workspace, giveBackAdopted: [id]
// returns: nothing
UNWIND $giveBackAdopted AS id
MATCH (:ProviderThread {workspace: $workspace, id: id})<-[mark:ADOPTED_BY]-(:ProviderThread)
DELETE mark
