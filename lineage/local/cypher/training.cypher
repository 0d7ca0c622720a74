// Uses what the queries of the project use, in a server that is thrown away: writes under a constraint, paths, subqueries,
// aggregation, paging. The JVM notes the classes that it takes.
// params: id
// returns: nothing of interest

CREATE CONSTRAINT trained IF NOT EXISTS FOR (n:Trained) REQUIRE n.id IS UNIQUE

UNWIND range(1, 50) AS id
MERGE (n:Trained {id: id})
ON CREATE SET n.at = datetime(), n.tags = ['a', toString(id)]

MATCH (a:Trained) WHERE a.id < 50
MATCH (b:Trained {id: a.id + 1})
MERGE (a)-[:NEXT {since: 1}]->(b)

MATCH (a:Trained {id: $id})
OPTIONAL MATCH (a)-[r:NEXT]->(b)
WITH a, collect(r {.since, to: b.id}) AS next
RETURN a {.*, next: next} AS trained

MATCH (a:Trained {id: $id})-[:NEXT*1..5]->(b)
RETURN DISTINCT b.id AS id, count(*) AS count ORDER BY id DESC SKIP 1 LIMIT 3

MATCH (a:Trained) WHERE a.id > $id
CALL (a) { MATCH (a)-[:NEXT]->(b) RETURN max(b.id) AS last }
RETURN a.id AS id, last LIMIT 5

MATCH (a:Trained {id: $id})
SET a += {seen: true}
WITH a WHERE NOT EXISTS { (a)-[:NEXT]->(:Trained {id: $id}) }
RETURN reduce(sum = 0, x IN [1, 2] | sum + x) AS sum, CASE WHEN a.seen THEN coalesce(a.none, 'none') END AS none

EXPLAIN MATCH (a:Trained {id: $id}) DETACH DELETE a
