// Makes ids of tokens unique in the whole store, since a token tells its workspace, and a workspace's tokens an index seek.
// params: none
// returns: nothing
CREATE CONSTRAINT access_token_id IF NOT EXISTS FOR (n:AccessToken) REQUIRE n.id IS UNIQUE;
CREATE INDEX access_token_workspace IF NOT EXISTS FOR (n:AccessToken) ON (n.workspace);
