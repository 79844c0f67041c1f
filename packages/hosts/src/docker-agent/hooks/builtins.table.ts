/** The builtins that documents 002 and 004 describe, and that the runtime has. */
export const BUILTINS: readonly string[] = [
  "add_date",
  "add_directory_listing",
  "add_environment_info",
  "add_git_diff",
  "add_git_status",
  "add_prompt_files",
  "add_recent_commits",
  "add_user_info",
  "max_iterations",
  "redact_secrets",
  "snapshot",
  "unload",
];

/** Builtins of other generations of docker-agent, which the documents do not have. */
export const OTHER_BUILTINS: ReadonlySet<string> = new Set([
  "add_context",
  "cache_response",
  "elide_repeated_tool_results",
  "handle_large_tool_output",
  "http_post",
  "limit_large_tool_results",
  "safer_shell",
]);
