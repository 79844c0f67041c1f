/** Codes in the sources that no user sees, and where they stay. */
export const UNSEEN_CODES: Readonly<Record<string, string>> = {
  bare: "why a signature is refused, said as `not-signed`",
  damaged: "why a signature is refused, said as `not-signed`",
  foreign: "why a signature is refused, said as `not-signed`",
  other: "why a signature is refused, said as `not-signed`",
  needless: "ends a question whose answer is not needed, and becomes no failure",
  "not-json": "of an error that a program catches",
  failure: "in place of the code of a failure that was not kept",
  unknown: "in place of a system's error code",
  text: "what a word of the command line, which is called so, may be",
};

/** Values of a `code` that the scan does not understand, as `file: expression`, and why nothing is missing there. */
export const UNCLEAR_VALUES: Readonly<Record<string, string>> = {
  "packages/analysis/src/types/facts.table.ts: TEXT": "the type of a field that is called so",
  "packages/audit/src/segment-writer.ts: codeOf(error)": "the system's error code",
  "packages/cache/src/redis/connection.ts: replyCode(error)": "the server's error code",
  "packages/agents/src/doctor/examine-policies.ts: `policies/${code}`":
    "the code of an issue, with where it is from",
  "packages/core/src/policies/unanswered-issues.ts: `${kind}-unavailable`":
    "`judge-unavailable`, `command-unavailable` and their kin, each of which is a row",
  "packages/audit/src/audit-trail.ts: this.#lostCode": "the system's error code",
  "packages/services/src/mcp/child-server.ts: code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal])":
    "the exit code of a process",
  "packages/boxes/src/box/run-boxed.ts: exit": "the exit code of a process",
  "packages/core/src/traced-decision.ts: ERROR": "the status of a span that says a policy failed",
  "packages/agents/src/hook/trace-spans.ts: ERROR": "the status of a span that says a policy failed",
  "packages/core/src/mcp/mcp-gate.ts: RPC_ERROR.gate": "the number of a JSON-RPC error",
  'packages/server/src/approvals/page/main.ts: code instanceof HTMLInputElement ? code.value.trim() : ""':
    "the code by which a person was invited",
  'packages/core/src/mcp/call-result.ts: error["code"]': "the number of a JSON-RPC error",
  "packages/services/src/mcp/http-server.ts: -32_000": "the number of a JSON-RPC error",
  "packages/services/src/mcp/line-transport.ts: -32_700": "the number of a JSON-RPC error",
  "packages/logs/src/replay/find-session-files.ts: entries": "the system's error code",
  "packages/logs/src/replay/find-session-files.ts: found": "the system's error code",
  "packages/condition/src/compile/patterns/automaton.ts: this.#classes.samples[on]": "a character",
  "packages/condition/src/compile/patterns/automaton.ts: charCodeAt(text, at - 1)": "a character",
  "packages/condition/src/compile/patterns/character-classes.ts: this.of(code)": "a class of characters",
  "packages/condition/src/compile/paths/share.ts: instruction.set[0] ?? 0": "a character",
  "packages/condition/src/re2/ascii-sets.ts: codePointsOf(bounds)": "characters",
  "packages/server/src/passkeys/create-passkeys.ts: invite": "the code by which a person was invited",
  'packages/condition/src/compile/read-ast.ts: ownOption(compiled as { readonly code?: string }, "code")':
    "`no-pattern-engine`, which the engine says",
  "packages/engine/src/candidates/substring-scanner.ts: known.get(this.fold(code)) ?? 0": "a character",
  'packages/hosts/src/gatehouse/check-shape.ts: typeof params?.["code"] === "string" ? params["code"] : wrongType(issue) ? "invalid-type" : "invalid-value"':
    "`invalid-type`, `invalid-value`, or what the schema says in `params`",
  'packages/hosts/src/mimir/shell/check-program.ts: found.kind === "code" ? found : null':
    "the code of a program",
  "packages/services/src/serve/open-server.ts: what":
    "`approved` or `refused`, of a record of the audit trail",
  "packages/server/src/decide/step.schema.ts: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)":
    "the schema of a failure's code",
  "packages/server/src/openapi/answers.schema.ts: text": "the schema of a problem's code",
  "packages/server/src/traces/traced-request.ts: SpanStatusCode.ERROR": "the status of a span",
  'packages/cli/src/table/protect-commands.table.ts: given.has("code")':
    "whether the option `--code` was given",
  "packages/local/src/trust/answer-own-code.ts: isAnswered ? exitCode.fine : exitCode.refused":
    "the exit code of a process",
  "packages/runtime/src/files/reading.ts: warning": "`control-character` or `invisible-character`",
};
