import type { CodeArea } from "./code-row.js";

export const SESSION_CODES: CodeArea = {
  area: "Session files of agents",
  rows: [
    {
      code: "session-file-missing",
      severities: ["error"],
      title: "a session file that is not there",
      means: "A path that was named does not exist, or a link leads nowhere. Its calls are not counted.",
      cure: "Correct the path, or remove the link.",
    },
    {
      code: "session-file-unreadable",
      severities: ["error"],
      title: "a session file that may not be read",
      means: "The system refuses to read the file or folder. Its calls are not counted.",
      cure: "Check owner and mode of the file and of the folders above it.",
    },
    {
      code: "session-file-too-large",
      severities: ["error"],
      title: "a session document of more than 256 MiB",
      means:
        "A session that is one JSON document has to be read as a whole. Files of JSON Lines and databases may have any size.",
      cure: "Export fewer messages.",
    },
    {
      code: "session-line-broken",
      severities: ["warning", "error"],
      title: "a record of a session file that is not JSON",
      means:
        "The line, row or document is not a JSON object: the last line of a session that is being written, or a damaged file. What it may have said is lost: a call, or the result of one, which is then `unknown`. The other records are read.",
      cure: "Wait until the session has ended; of a damaged file, the place says which line to look at.",
    },
    {
      code: "session-line-too-long",
      severities: ["warning"],
      title: "a line of a session file of more than 32 MiB",
      means:
        "Agents write what they read into one line. A line above the limit is passed over, so that memory stays bounded: a call in it is not counted, and a call whose result is in it is `unknown`.",
      cure: "Nothing can be done about the file; the other lines are read.",
    },
    {
      code: "session-search-ends",
      severities: ["error"],
      title: "a search for session files that is too large",
      means:
        "A folder has more than a million session files below it, or folders more than 40 deep. The rest is not looked at.",
      cure: "Name a folder further down.",
    },
    {
      code: "session-library-missing",
      severities: ["error"],
      title: "the library for SQLite databases is not installed",
      means:
        "The sessions of OpenCode are in a SQLite database, which an optional dependency reads: `node-sqlite3-wasm`. It was left out when gatehouse was installed. The database is not read.",
      cure: "Run `npm install node-sqlite3-wasm` where gatehouse is installed, or export the session: `opencode export SESSION`.",
    },
    {
      code: "session-database-unreadable",
      severities: ["error"],
      title: "a database that SQLite cannot read",
      means:
        "The file is cut or damaged, or its tables are those of another version. From the place on, nothing is read.",
      cure: "Start the agent that wrote it, which repairs it, or export the session as JSON.",
    },
    {
      code: "session-database-busy",
      severities: ["error"],
      title: "a database that is written to all the time",
      means:
        "The database is copied before it is read, so that the agent is not disturbed. It was written to during each of five copies.",
      cure: "End the agent's sessions, and try again.",
    },
  ],
};
