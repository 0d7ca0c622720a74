"""The types of lines, and of what they carry, that Codex has written since its first rollout files."""

LINES = frozenset({
    "session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state", "token_usage_record",
    "inter_agent_communication", "inter_agent_communication_metadata", "dynamic_tools_updated", "security_risk_score",
    "realtime_item", "id_allocation", "retained_context",
})  # fmt: skip

RESPONSES = frozenset({
    "message", "agent_message", "reasoning", "local_shell_call", "function_call", "function_call_output", "custom_tool_call",
    "custom_tool_call_output", "tool_search_call", "tool_search_output", "web_search_call", "image_generation_call", "ghost_snapshot",
    "compaction", "compaction_summary", "compaction_trigger", "context_compaction", "additional_tools", "configuration_update", "other",
})  # fmt: skip
"""Items of the model's history. In files of the oldest kind they stand in lines of their own."""

EVENTS = frozenset({
    "task_started", "turn_started", "task_complete", "turn_complete", "turn_aborted", "error", "warning", "guardian_warning",
    "stream_error", "user_message", "agent_message", "agent_message_delta", "agent_message_content_delta", "agent_reasoning",
    "agent_reasoning_delta", "agent_reasoning_raw_content", "agent_reasoning_raw_content_delta", "agent_reasoning_section_break",
    "reasoning_content_delta", "reasoning_raw_content_delta", "token_count", "session_configured", "thread_settings_applied",
    "thread_name_updated", "thread_goal_updated", "thread_goal_cleared", "thread_rolled_back", "context_compacted", "item_started",
    "item_completed", "exec_command_begin", "exec_command_output_delta", "exec_command_end", "terminal_interaction",
    "patch_apply_begin", "patch_apply_updated", "patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end",
    "dynamic_tool_call_request", "dynamic_tool_call_response", "web_search_begin", "web_search_end", "image_generation_begin",
    "image_generation_end", "view_image_tool_call", "plan_update", "plan_delta", "turn_diff", "entered_review_mode",
    "exited_review_mode", "hook_started", "hook_completed", "exec_approval_request", "apply_patch_approval_request",
    "request_permissions", "request_user_input", "elicitation_request", "guardian_assessment", "background_event",
    "deprecation_notice", "undo_started", "undo_completed", "mcp_startup_update", "mcp_startup_complete", "mcp_list_tools_response",
    "list_custom_prompts_response", "list_skills_response", "skills_update_available", "get_history_entry_response",
    "conversation_path", "shutdown_complete", "raw_response_item", "model_reroute", "model_verification", "turn_moderation_metadata",
    "safety_buffering", "collab_tool_call", "collab_agent_spawn_begin", "collab_agent_spawn_end", "collab_agent_interaction_begin",
    "collab_agent_interaction_end", "collab_waiting_begin", "collab_waiting_end", "collab_close_begin", "collab_close_end",
    "collab_resume_begin", "collab_resume_end", "sub_agent_activity", "realtime_conversation_started", "realtime_conversation_sdp",
    "realtime_conversation_realtime", "realtime_conversation_closed", "realtime_conversation_list_voices_response",
})  # fmt: skip

ITEMS = frozenset({
    "UserMessage", "AgentMessage", "Plan", "Reasoning", "CommandExecution", "FileChange", "McpToolCall", "DynamicToolCall",
    "CollabAgentToolCall", "SubAgentActivity", "WebSearch", "ImageView", "ImageGeneration", "ContextCompaction", "HookPrompt", "Sleep",
    "EnteredReviewMode", "ExitedReviewMode",
})  # fmt: skip
"""What an event `item_completed` carries."""

CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "web_search_call", "image_generation_call"})
OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output"})
WORK_EVENTS = frozenset({
    "exec_command_end", "patch_apply_end", "mcp_tool_call_end", "web_search_end", "image_generation_end", "dynamic_tool_call_response",
})  # fmt: skip
WORK_ITEMS = frozenset({"CommandExecution", "FileChange", "McpToolCall", "DynamicToolCall", "WebSearch", "ImageGeneration"})
"""What turns do, in the words of responses (calls and outputs), events and items."""
