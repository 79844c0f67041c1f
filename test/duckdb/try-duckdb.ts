import { folder, runCli } from "../../packages/cli/test/run-cli.js";
import { tryEvents } from "./try-events.js";
import { type RunHere, tryQueries } from "./try-queries.js";

const RULES = `version: 1
policies:
  - id: no-rm
    events: before_tool_call
    tools: rm
    deny: "nothing is removed"
  - id: ask-curl
    events: before_tool_call
    tools: curl
    ask: "from where?"
`;

const made = folder({ "rules.yaml": RULES });
const run: RunHere = (args, stdin) =>
  runCli(args, { cwd: made.path, home: made.home, ...(stdin !== undefined && { stdin }) });
try {
  await tryQueries(run, made.path);
  await tryEvents(run, made.path);
} finally {
  made.remove();
}
