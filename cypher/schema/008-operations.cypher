// Tells of each receipt which lineage tree its command wrote to, by an index, and makes the tombstones of pruned things unique.
// params: none
// returns: nothing
CREATE INDEX command_receipt_tree IF NOT EXISTS FOR (n:CommandReceipt) ON (n.workspace, n.rootId, n.commandId);
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (n:Tombstone) REQUIRE (n.workspace, n.kind, n.id) IS UNIQUE;
CREATE INDEX tombstone_root IF NOT EXISTS FOR (n:Tombstone) ON (n.workspace, n.rootId);
MATCH (c:CommandReceipt)
WHERE c.rootId IS NULL
CALL (c) {
  WITH c, [key IN ['"run_id":"', '"root_thread_id":"', '"thread_id":"', '"target_thread_id":"'] | split(split(c.answer, key)[1], '"')[0]] AS ids
  OPTIONAL MATCH (r:Run {workspace: c.workspace, id: ids[0]})-[:IN]->(ran)
  OPTIONAL MATCH (t:Thread {workspace: c.workspace, id: coalesce(ids[1], ids[2], ids[3])})
  WITH c, head(collect(CASE WHEN c.answer STARTS WITH '{"items"' THEN ran.rootId ELSE t.rootId END)) AS rootId
  SET c.rootId = coalesce(rootId, '')
} IN TRANSACTIONS OF 1000 ROWS
