import type { CodeArea } from "./code-row.js";

export const RECORD_CODES: CodeArea = {
  area: "Cache, stored sets and audit trail",
  rows: [
    {
      code: "cache-failed",
      severities: ["notice"],
      title: "the verdict cache does not work",
      means: "Every question goes to the judge. Decisions are the same, and take longer.",
      cure: "Look at the store that `--cache` names.",
    },
    {
      code: "mcp-server-accepted",
      severities: ["note"],
      title: "a person has accepted what an MCP server says",
      means:
        "`gatehouse mcp accept` was answered at a terminal: calls of the tools that were shown are decided by the policies alone.",
      cure: "Nothing has to be done. `gatehouse mcp show SERVER` says what has changed since.",
    },
    {
      code: "unaccepted-tools",
      severities: ["notice"],
      title: "an MCP server has tools that nobody has accepted",
      means:
        "The server is new, or says something else of its tools than what a person has accepted: calls of these tools are asked about or denied.",
      cure: "`gatehouse mcp show SERVER` shows what it says and what has changed; `gatehouse mcp accept SERVER` accepts it.",
    },
    {
      code: "store-unavailable",
      severities: ["notice"],
      title: "the store of verdicts does not work",
      means: "The file or Redis server cannot be used now, so more questions go to the judge.",
      cure: "Start it, or name another one with `--cache`.",
    },
    {
      code: "store-recovered",
      severities: ["notice"],
      title: "the store of verdicts works again",
      means: "It did not, as an earlier notice said.",
      cure: "No action is needed.",
    },
    {
      code: "entry-invalid",
      severities: ["notice"],
      title: "a kept verdict that is not one",
      means:
        "An entry of the store is damaged or another program's. It is left out, and its question is asked again.",
      cure: "Empty the cache if it happens often: `gatehouse cache clear`.",
    },
    {
      code: "session-not-cleared",
      severities: ["notice"],
      title: "the verdicts of a session could not be removed",
      means: "The session goes on without a cache, so that no old verdict is used.",
      cure: "Look at the store that `--cache` names.",
    },
    {
      code: "invalid-policy-set",
      severities: ["error"],
      title: "a stored set that is not one",
      means:
        "The file of compiled policies is damaged or something else. It is not used; with the command line the policies are compiled again.",
      cure: "Remove the file, or write it again with `gatehouse compile`.",
    },
    {
      code: "store-outdated",
      severities: ["warning"],
      title: "a stored set of another version",
      means: "The compiled policies were written by another version of the program, and are not used.",
      cure: "Write them again with `gatehouse compile`.",
    },
    {
      code: "other-facts",
      severities: ["warning"],
      title: "a stored set of other facts",
      means:
        "The set was stored with another version of the facts, which may say something else about a command.",
      cure: "Store the set again.",
    },
    {
      code: "audit-lost",
      severities: ["notice"],
      title: "the audit trail cannot be written",
      means: "Records are lost, or, with `--audit-required`, decisions are denied until it can be written.",
      cure: "Look at the folder of the trail: room, owner and mode.",
    },
    {
      code: "queue-full",
      severities: ["notice"],
      title: "records that were not written: too many waited",
      means: "In a record `lost`: decisions came faster than the disk could take their records.",
      cure: "Put the trail onto a faster disk.",
    },
    {
      code: "not-an-entry",
      severities: ["notice"],
      title: "a record that could not be made",
      means: "In a record `lost`: what a caller wanted to have written is not an entry of the trail.",
      cure: "Pass plain data.",
    },
    {
      code: "broken-link",
      severities: ["error"],
      title: "a line of the trail is gone or changed",
      means: "A record points to a line before it that is not there any more as it was written.",
      cure: "Take what is behind this place as not proven, and find out who could write the trail.",
    },
    {
      code: "changed",
      severities: ["error"],
      title: "a line of the trail that is not a record",
      means: "Lines behind it were written properly, so it was changed later.",
      cure: "Find out who could write the trail.",
    },
    {
      code: "inserted",
      severities: ["error"],
      title: "a line of the trail that was put in",
      means: "The line is a copy, or no later line points to it.",
      cure: "Find out who could write the trail.",
    },
    {
      code: "missing-file",
      severities: ["error"],
      title: "files of the trail are gone",
      means:
        "Files between two others are missing; those that the bound on files removes are always the oldest.",
      cure: "Restore them from a copy, or find out who removed them.",
    },
    {
      code: "missing-start",
      severities: ["error"],
      title: "a record without one before it",
      means: "Each record points to the one before it, except the first of a trail.",
      cure: "Find out who could write the trail.",
    },
    {
      code: "head-missing",
      severities: ["error"],
      title: "the end of the trail was cut off or rewritten",
      means: "A line that was known to be in the trail is not there any more.",
      cure: "Find out who could write the trail.",
    },
    {
      code: "no-records",
      severities: ["error"],
      title: "a trail without records",
      means: "A trail without records proves nothing.",
      cure: "Name the right folder with `--audit`.",
    },
    {
      code: "no-head",
      severities: ["warning"],
      title: "nothing tells whether the end was cut off",
      means: "No line of the trail was kept outside of it until now. It is kept from now on.",
      cure: "Keep the head that `audit verify` prints, and give it with `--head`.",
    },
    {
      code: "torn",
      severities: ["warning"],
      title: "a record that was not written to its end",
      means: "Its writer was killed, or the disk was full. This one record is lost.",
      cure: "No action is needed.",
    },
    {
      code: "unfinished",
      severities: ["warning"],
      title: "a run without an end",
      means: "The process still runs, or was killed and its last record may be missing.",
      cure: "No action is needed if it still runs.",
    },
    {
      code: "lost",
      severities: ["warning"],
      title: "records that could not be written",
      means: "The writers of the trail say so themselves.",
      cure: "Look at the notices `audit-lost` of that time.",
    },
    {
      code: "store-refused",
      severities: ["warning"],
      title: "stored policies that are not used",
      means:
        "The file of compiled policies is damaged, or others may write it. The policies are compiled anew.",
      cure: "Compile the policies again.",
    },
    {
      code: "disconnected",
      severities: ["notice"],
      title: "no connection to Redis",
      means: "In the message of `store-unavailable`: the server that keeps verdicts is not connected.",
      cure: "Start it, or name another store with `--cache`.",
    },
    {
      code: "file-unsafe",
      severities: ["notice"],
      title: "a file of verdicts that others could write",
      means:
        "In the message of `store-unavailable`: the file is not a regular file that only this user can write. It is left alone.",
      cure: "Take it back (`chown`, `chmod go-w`), or name another one with `--cache`.",
    },
    {
      code: "unsafe-file",
      severities: ["notice"],
      title: "a file of the audit trail that others could write",
      means:
        "In the message of `audit-lost`: a file of the trail is not a regular file that only this user can write.",
      cure: "Take it back (`chown`, `chmod go-w`), or name another folder with `--audit`.",
    },
  ],
};
