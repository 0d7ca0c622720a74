// The migrations that the database had.
// params: none
// returns: applied: [[name, checksum]]
MATCH (m:Migration)
WHERE m.name >= ''
RETURN collect([m.name, m.checksum]) AS applied
