"""Who may do what: credentials, scopes, workspaces, rates, and what a service without credentials still refuses."""
