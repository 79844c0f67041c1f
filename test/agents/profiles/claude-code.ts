import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Native, Profile } from "./profile.js";

/** Denying the whole tool would take it away from the model; what the rule does not name is allowed, so that only the rule says no. */
const PERMISSIONS: Readonly<Record<Native, object>> = {
  allow: { allow: ["Bash", "Read", "Write", "Edit"] },
  ask: {},
  deny: { allow: ["Bash", "Read", "Write", "Edit"], deny: ["Bash(touch:*)"] },
};

/** Claude Code, in print mode. */
export const claudeCode: Profile = {
  name: "claude-code",
  shell: (command) => ({ name: "Bash", args: { command, description: "test" } }),
  settle({ place, url, native, prompt }) {
    writeJson(path.join(place.project, ".claude/settings.json"), { permissions: PERMISSIONS[native] });
    // Without trust, print mode runs hooks but ignores the project's permissions.
    writeJson(path.join(place.home, ".claude.json"), {
      hasCompletedOnboarding: true,
      projects: { [place.project]: { hasTrustDialogAccepted: true } },
    });
    const args = ["--output-format", "stream-json", "--verbose", "--model", "claude-sonnet-4-5"];
    return {
      args: ["-p", prompt, ...args],
      goOn: (next) => ["-p", next, "--continue", ...args],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: "dummy",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
        // Root may skip permissions only in a sandbox, which this is.
        IS_SANDBOX: "1",
      },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    const hooks = [{ type: "command", command: line, timeout: timeoutSeconds }];
    writeJson(path.join(place.home, ".claude/settings.json"), {
      hooks: { PreToolUse: [{ matcher: "*", hooks }] },
    });
  },
};
