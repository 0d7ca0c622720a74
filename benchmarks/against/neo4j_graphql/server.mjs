// node server.mjs PORT: @neo4j/graphql over the graph that NEO4J_URI names, with what it generates of types.graphql, and with a field for
// each statement of the folder CYPHER, which it passes on as it is.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Neo4jGraphQL } from "@neo4j/graphql";
import { createYoga } from "graphql-yoga";
import neo4j from "neo4j-driver";

const folder = process.env.CYPHER;
const statements = Object.fromEntries(
  readdirSync(folder).filter((name) => name.endsWith(".cypher")).map((name) => [name.replace(".cypher", ""), readFileSync(join(folder, name), "utf8")]),
);
const here = new URL(".", import.meta.url).pathname;
const typeDefs = readFileSync(join(here, "types.graphql"), "utf8").replace(/"@(\w+)"/g, (_, name) => JSON.stringify(statements[name].replace(/^\/\/.*\n/gm, "")));
// Integers inside of what a statement returns are no Int of GraphQL otherwise.
const driver = neo4j.driver(process.env.NEO4J_URI, neo4j.auth.basic(process.env.NEO4J_USERNAME, process.env.NEO4J_PASSWORD), {
  disableLosslessIntegers: true,
});
const schema = await new Neo4jGraphQL({ typeDefs, driver }).getSchema();
const yoga = createYoga({ schema, graphiql: false, logging: "warn", maskedErrors: false, context: { sessionConfig: { database: "neo4j" } } });
const server = createServer(yoga);
server.keepAliveTimeout = 600_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
