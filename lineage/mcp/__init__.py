"""The lineage questions as read-only tools for agents, over the Model Context Protocol.

A server of its own, beside the service, which it asks over HTTP. It holds nothing but the questions of lineage.client, so
that nothing of it can write.
"""
