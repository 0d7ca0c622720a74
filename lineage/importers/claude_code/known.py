"""The types of lines that Claude Code writes. Most hold what its screen needs, and are passed over."""

CONVERSATION = frozenset({"user", "assistant", "system", "attachment", "progress"})
"""Lines that stand in the chain of a conversation, by uuid and parentUuid."""

TYPES = CONVERSATION | {
    "summary", "custom-title", "ai-title", "ended-by-model", "last-prompt", "tag", "relocated", "agent-name", "agent-color",
    "agent-setting", "pr-link", "frame-link", "bridge-session", "file-history-snapshot", "file-history-delta",
    "attribution-snapshot", "speculation-accept", "mode", "permission-mode", "isolation-latch", "worktree-state",
    "queue-operation", "marble-origami-commit", "marble-origami-snapshot", "marble-origami-reset", "content-replacement",
    "fork-context-ref", "continued-in", "atis-latch", "cost-state", "history-suppression", "memory-mode", "dev-mods", "observer-ref",
    "artifact-autoreact-ledger", "artifact-comment-monitor", "api-request", "api-request-shape", "api-request-blob", "turn_end",
}  # fmt: skip
