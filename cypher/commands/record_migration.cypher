// Records that a migration was carried out.
// params: migrationName, migrationChecksum
// returns: nothing
MERGE (m:Migration {name: $migrationName})
ON CREATE SET m.checksum = $migrationChecksum, m.at = datetime()
