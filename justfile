# Recipes for those who have just; each calls what can be called without it.

set positional-arguments

# List the recipes.
default:
    @just --list

# Make .venv, install the project into it, and get Neo4j.
setup:
    scripts/setup

# Set up and run the service with the example.
serve *arguments:
    scripts/serve "$@"

# Set up, check the code and run the tests; arguments go to pytest.
test *arguments:
    scripts/test "$@"

# Format the code and correct what ruff can correct.
format:
    .venv/bin/ruff check --fix
    .venv/bin/ruff format

# Export the GraphQL schema after a change of the API.
schema:
    .venv/bin/lineage schema > schema.graphql

# Write the generated parts of the README anew.
docs:
    .venv/bin/python -m tests.docs.refresh

# Run the service and a Neo4j in containers, on port 8000.
compose:
    docker compose up --build --wait
