import type { Level } from "./schema.js";

const TIMEOUT =
  "How long to wait for the answer: milliseconds, or a string such as 20s; then `onFailure` counts.";
const ARGS = "Arguments, one string or a list.";

/** What each key of the format means. */
export const KEY_TEXTS: Readonly<Record<Level, Readonly<Record<string, string>>>> = {
  file: {
    version: "The version of the format: 1.",
    description: "What the file is for.",
    extends:
      "Packs that come with Gatehouse (`gatehouse packs`), by name, or as a mapping with `pack`, `without` and its parameters.",
    sets: "Sets of paths, hosts or programs by name; a policy names one with `$`.",
    memory: "What is remembered of the events before, by name: policies read `memory.NAME` in conditions.",
    policies: "The policies. Of equal priority, the earlier one runs first.",
    tests: "Events, and what all policies of the file decide about each; `gatehouse test` runs them.",
    sessions: "Sessions: tests that follow each other, so that `memory` has what happened before.",
    observe:
      "True tries the policies of the file silently: what they would decide is recorded, and changes nothing. Default false.",
    unknown:
      "What becomes of a shell call of which not everything is understood: abstain, ask, deny, or box. Default abstain.",
    otherwise:
      "With unknown: box, what becomes of a call for which no box can be made: ask or deny. Default deny.",
    ownEvents: "Names of events that are your own, and that policies of the file list.",
    ownTools: "Names of tools that are your own: no agent has them, and they are no misspellings.",
    $schema: "The JSON Schema of this file, for editors.",
  },
  set: {
    description: "What the set is for.",
    paths:
      "Paths, as globs: `~/…` is below every home directory, `./…` below the workspace, `**/…` anywhere.",
    hosts: "Hosts in lower case, as globs.",
    programs: "Names of programs.",
    of: "Other sets of the same kind that belong to it.",
    except: "What does not belong to it after all.",
  },
  cell: {
    description: "What the cell is for.",
    flag: "True from the first of these events on.",
    count: "How many of these events there were.",
    set: "The strings that these events add.",
    last: "The last of these events: `n`, `at`, `ago` (how many events before) and `value`.",
    origins:
      "Sources by name: whose texts are known again in the values of later calls, which conditions read as `flows`.",
    until: "These events empty the cell again.",
    upTo: "Where a count stops. Default 1000000.",
    within: "Only the events of so long a time count, such as 24h; needs `upTo`.",
    by: "Paths: each of their values is counted by itself, and that of the present event is read.",
    keys: "How many of these values are remembered, at most 256. Default 256.",
    keep: "How many strings a set keeps, at most 1024 (default); how many marks of words origins keep, at most 4096, default 2048.",
    full: "What it means that a set or origins had to forget: they are unknown from then on, or the oldest is gone. Default unknown of a set, forget of origins.",
    scope: "Whose events it remembers: those of a session, agent, project or user. Default session.",
  },
  trigger: {
    events: "The events, as in a policy.",
    tools: "The tools, as in a policy.",
    when: "A condition over the event, and over `decision` (`effect`, `policy`, `applied`, `judged`), `call` (`ok`, `asked`) and `memory` as it was before.",
    add: "The path of what is added: a number to a count, a string to a set.",
    each: "The path of a list, or of an object of objects: each of its items is added.",
    where: "A condition over an item, which is called `it`.",
    value: "The path of the value that is kept of the last event.",
  },
  source: {
    events: "The events, as in a policy.",
    tools: "The tools, as in a policy.",
    when: "A condition as in the events of other cells; `call.asked` makes a source of what a person said yes to.",
    text: "The path of what the source says: a text, or an object with texts in it.",
    each: "The path of a list, or of an object of objects: each of its items is said by the source.",
    where: "A condition over an item, which is called `it`.",
    value: "What the source says in any case.",
    fields: "The paths in what it says that count; `*` stands for every member. Default: all of it.",
    if: "It counts only where a part of one of these `fields` is `from` one of these sources.",
  },
  policy: {
    id: "The policy's name, in decisions and in the audit trail; no two policies of a set share one.",
    description: "What the policy is for.",
    events:
      "The events that it is about: canonical names such as before_tool_call, or those of any agent, such as PreToolUse; `*` is every event, and before_* those whose names begin so.",
    tools: "The tools that it is about: names and globs. Without it, all tools.",
    when: "A condition over the event. Without it, the policy applies to every event and tool that it lists.",
    reads: "It applies where a file of these may be read: sets such as `$secrets`, or globs.",
    lists: "The same where names or properties are read, not contents.",
    writes: "The same where something is written, made or linked, or rights change.",
    deletes: "The same where something is deleted or moved away.",
    changes: "`writes` and `deletes`.",
    sends: "The same where a file is sent over a connection.",
    runs: "It applies where one of these programs runs.",
    does: "It applies where one of these kinds of effects happens, such as `git.discard`; `git.*` is all of git.",
    except: "Paths that do not count after all.",
    where:
      "Where it has to happen: `here`; `remote`, on another machine or in a container that runs already (`docker exec`); `container`, in one made for the command (`docker run`). Default: here and remote.",
    doubt:
      "What it means that only a wildcard or an unknown part may make it one of these: ignore, warn, ask or deny. Default ignore.",
    deny: "Deny the action, with this reason.",
    ask: "Ask a person, with this reason.",
    allow: "Allow the action, with this reason, where no policy denies or asks.",
    warn: "Let the action pass, with this warning.",
    judge: "Ask a language model this question.",
    command: "Run a command that gets the event as JSON on standard input.",
    builtin: "Run a builtin of the runtime.",
    function: "Call a function that the embedding program has registered.",
    context: "What the model is told, where the event carries context.",
    systemMessages: "What the person is told.",
    set: "A rewrite: values that replace arguments of the tool.",
    priority: "Policies run from high to low. Default 100.",
    enabled: "False switches the policy off. Default true.",
    observe:
      "True tries the policy silently: what it would decide is recorded, and changes nothing. Default: that of the file.",
    onFailure:
      "What it means that the policy cannot answer. Default: deny where the event gates an action, else warn.",
    tests: "Events, and what this policy makes of each; `gatehouse test` runs them.",
  },
  judge: {
    prompt: "The question that the model answers with a verdict.",
    model: "`provider/model`. Default: that of the configuration.",
    timeout: TIMEOUT,
    cache: "Where an answer to the same question counts again. Default session.",
    uses: "The fields of the event that the model is shown; nothing else of it is sent.",
  },
  command: {
    run: "Shell text. The event comes on standard input, never as part of the text.",
    args: ARGS,
    env: "Further variables of the environment.",
    workingDir: "Where it runs; default: the project.",
    timeout: TIMEOUT,
    mayRewrite: "What it prints may change the arguments of the tool. Default false.",
  },
  builtin: { name: "The builtin's name.", args: ARGS, timeout: TIMEOUT },
  function: {
    name: "The name under which the program has registered it.",
    timeout: TIMEOUT,
    mayRewrite: "What it returns may change the arguments of the tool. Default false.",
  },
  session: { name: "What the session shows.", steps: "Its events, each a test." },
  test: {
    name: "What the test shows.",
    event: "The event; its name may be left out in the test of a policy that lists one event.",
    answers: "What judges, commands and functions answer, by the ids of their policies.",
    expect: "What is decided: a word, or a mapping with the parts that count.",
    answer: "What this policy's judge, command or function answers.",
  },
  expect: {
    effect: "The decision.",
    warns: "Whether there are warnings.",
    applies: "Whether the policy applies to the event.",
    policy: "The id of the policy that decides; null for none.",
    reason: "The reason.",
    context: "What the model is told.",
    updatedInput: "The tool's arguments after the rewrite.",
  },
  answer: { kind: "The verdict, or failure.", reason: "Its reason." },
};

/** The same of the mapping `if` of a source. */
export const SOURCE_IF_TEXTS: Readonly<Record<string, string>> = {
  fields: "Paths in what the source says, `*` for every member: the parts that are asked about.",
  from: "Sources of the same cell by name: a part is from one of them.",
};
