// Which threads are stored.
// params: workspace, threadIds
// returns: storedThreadIds: [id]
UNWIND $threadIds AS id
MATCH (t:Thread {workspace: $workspace, id: id})
RETURN collect(t.id) AS storedThreadIds
