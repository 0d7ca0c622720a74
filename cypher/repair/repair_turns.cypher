// Makes provider turns name the run that took them.
// params: workspace, most: changes to name
// returns: repaired: {total, changes: [{about, set}]}
MATCH (r:Run {workspace: $workspace})
USING INDEX r:Run(workspace, id)
WHERE r.id IS NOT NULL
MATCH (r)-[:TOOK]->(u)
WHERE NOT coalesce(u.runId = r.id, false)
SET u.runId = r.id
RETURN {total: count(*), changes: collect({about: {run: r.id, turn: u.index}, set: {runId: r.id}})[..$most]} AS repaired
