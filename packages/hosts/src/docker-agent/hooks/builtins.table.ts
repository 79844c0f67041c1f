/** The builtins that the runtime has: those that documents 002 and 004 describe, and later ones. */
export const BUILTINS: readonly string[] = [
  "add_context",
  "add_date",
  "add_directory_listing",
  "add_environment_info",
  "add_git_diff",
  "add_git_status",
  "add_prompt_files",
  "add_recent_commits",
  "add_user_info",
  "http_post",
  "limit_large_tool_results",
  "max_iterations",
  "redact_secrets",
  "safer_shell",
  "snapshot",
  "unload",
];

/** Builtins of docker-agent that the runtime does not have. */
export const OTHER_BUILTINS: ReadonlySet<string> = new Set([
  "cache_response",
  "elide_repeated_tool_results",
  "handle_large_tool_output",
]);
