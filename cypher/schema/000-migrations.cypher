// Makes the records of carried out migrations unique.
// params: none
// returns: nothing
CREATE CONSTRAINT migration_name IF NOT EXISTS FOR (n:Migration) REQUIRE n.name IS UNIQUE;
