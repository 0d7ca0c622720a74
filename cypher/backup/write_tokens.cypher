// Makes access tokens as they were; one whose id is there already stays.
// params: newTokens: [AccessToken's properties]
// returns: nothing
UNWIND $newTokens AS row
MERGE (t:AccessToken {id: row.id})
ON CREATE SET t += row
