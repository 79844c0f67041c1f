import { ENVIRONMENT, type EnvironmentRow } from "../../packages/local/src/environment.table.js";
import { type PolicyPlace, places } from "../../packages/local/src/places/places.js";
import { type JsonSchema, jsonSchemaOf } from "@gatehouse-hooks/hosts/json-schemas";
import { KEPT_FILES } from "./kept-files.table.js";
import { codeSpan, markdownTable } from "./markdown-table.js";
import { schemaType } from "./schema-type.js";

const HOME = "/home/user";
const PROJECT = "/home/user/project";

const AREAS: readonly (readonly [about: EnvironmentRow["about"], title: string])[] = [
  ["decisions", "Decisions"],
  ["models", "Models"],
  ["places", "Places"],
  ["output", "Output"],
];

/** What a guard demands of a file. */
const GUARDS: Readonly<Record<NonNullable<PolicyPlace["guard"]>, string>> = {
  root: "only root can write it, and every folder above",
  signature: "a pinned key has signed it",
};

/** The reference of what is configured, where, as Markdown. */
export function configurationPage(): string {
  return [
    "# Configuration",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "Where the command looks, in which order, and what changes that. What a policy file holds is in [policy-files.md](policy-files.md).",
    "`gatehouse list` shows what is in force here, and where each policy came from.",
    "",
    "## Where policies come from",
    "",
    "The tier comes from the place, never from the file. Enforced policies run first. The others run by their priority, higher first, then by their",
    "order in the file, and of equal ones those of the project before those of the user.",
    "",
    markdownTable(["tier", "place", "files", "counts if"], PLACES.map(placeRow)),
    "",
    "- `--policies PATH`, which may come again, takes the place of the project's and the user's rows; those of the organisation always count.",
    "- `--enforced PATH`, too, may come again; it adds to the enforced tier, and checks nothing: whoever writes the command line is trusted.",
    "- `~` is the user's home, `.` the project: the working directory, or `--project DIR`. A hook's project is what the agent says it is, else the",
    "  nearest folder upwards with `.gatehouse`, `.mayros`, `.mimir` or `.git` ([all of its words](../hook.md#the-project)).",
    "- In a linked worktree of git the project's places of the main checkout count, too; a file that both have counts once.",
    "- The places are the same on Linux and macOS. On Windows no file belongs to root, so nothing in `/etc/gatehouse` can count: an organisation",
    "  signs its files there.",
    "- What a project's file may do before it is trusted is in [the guide](../guide/team.md#what-a-project-may-do).",
    "",
    "## Variables of the environment",
    "",
    "An option wins over the variable beside it. An empty variable counts as one that is not set, except for `GATEHOUSE_CACHE`, where it is bad usage,",
    "and `FORCE_COLOR`.",
    ...AREAS.flatMap(([about, title]) => [
      "",
      `### ${title}`,
      "",
      markdownTable(
        ["variable", "means", "option"],
        ENVIRONMENT.filter((row) => row.about === about).map(({ name, means, option }) => [
          codeSpan(name),
          means,
          option === undefined ? "" : codeSpan(option),
        ]),
      ),
    ]),
    "",
    "Commands of hooks inherit the whole environment, beside what their policy sets, and are marked with `GATEHOUSE_RUN`, by which all that",
    "they start is found and ended. `${NAME}` in a `--header` of `mcp-gate` and in the files of docker-agent and Mimir is the variable of that",
    "name. The daemon has the environment of the call that started it.",
    "",
    "## Settings of the user",
    "",
    "`~/.gatehouse/settings.json`. A project has none. A file that is not understood is an error, and changes nothing.",
    "",
    markdownTable(
      ["key", "value", "default", "means"],
      [
        ["`version`", "`1`", "", "The version of the format."],
        [
          "`ownConfig`",
          '`"on"` or `"off"`',
          '`"on"`',
          "Whether the built-in policies [`own-config`](../init.md#own-config-the-agent-and-what-guards-it) guard hooks, policies and settings against the agent.",
        ],
        [
          "`observe`",
          "`true` or `false`",
          "`false`",
          "Whether the policies of the project and of the user are [tried silently](../guide/rollout.md#try-it-silently): they decide, and change nothing.",
        ],
        [
          "`unknown`",
          '`"abstain"`, `"ask"`, `"deny"` or `"box"`',
          '`"abstain"`, or that of `shell`',
          "What becomes of a shell call of which [not everything is understood](../box.md#calls-of-agents-in-the-box), and that no policy stops.",
        ],
        [
          "`shell`",
          '`"abstain"` or `"box"`',
          '`"abstain"`',
          "What becomes of every other shell call: with `box` it runs in a box of the policies.",
        ],
        [
          "`otherwise`",
          '`"ask"` or `"deny"`',
          '`"deny"`',
          "What becomes of a call that is to run in a box where [none can be made](../box.md#calls-of-agents-in-the-box).",
        ],
        [
          "`models`",
          "object",
          "",
          "The models of [hooks of your own](../hook.md#hooks-of-your-own) by size: `small`, `medium`, `large`; or by specialty (`review`, `debugging`, `general`) an object of sizes. Without an entry the command's model is asked, and that is said once a session.",
        ],
      ],
    ),
    "",
    "## Settings of the organisation",
    "",
    "`settings.json` in `/etc/gatehouse` or `~/.gatehouse/organisation`, under the same conditions as the policies there. One that does not count, or",
    "is not understood, is an error, and the sandbox counts as required.",
    "",
    markdownTable(
      ["key", "value", "means"],
      [
        ["`version`", "`1`", "The version of the format."],
        [
          "`sandbox`",
          '`"required"` or `"optional"`',
          "Commands of hooks run in the sandbox or not at all, whatever `--sandbox` says.",
        ],
      ],
    ),
    "",
    "## Settings of Mayros",
    "",
    "`--config FILE` for all hooks; else `~/.mayros/config.json5` for the user's, and `.mayros/config.json5` or `mayros.json5` of the project for the",
    "project's, where what it leaves out is the user's. A project's file says nothing about the user's hooks: it cannot turn them off or move them, or",
    "choose their model, time or scope. Nor can it place the project's hooks outside of the project, or keep verdicts longer.",
    "",
    markdownTable(["key", "value", "default", "means"], mayrosKeys()),
    "",
    "## What is kept in the user's folders",
    "",
    "All of it is the user's alone to read or write. Keep agents away from it: `own-config` does.",
    "",
    markdownTable(
      ["path", "is", "without it"],
      KEPT_FILES.map(({ path, is, lost }) => [codeSpan(path), is, lost]),
    ),
    "",
  ].join("\n");
}

const PLACES = places({
  home: HOME,
  project: PROJECT,
  policies: undefined,
  policyFormat: undefined,
  enforced: [],
  projectHooks: ".mayros/hooks",
  userHooks: "~/.mayros/hooks",
});

function placeRow({ path, tier, extensions, depth, guard, needsTrust }: PolicyPlace): readonly string[] {
  const shown = path.replace(PROJECT, ".").replace(HOME, "~");
  const files = (extensions ?? []).map((ending) => codeSpan(`*${ending}`)).join(", ");
  const counts = guard === undefined ? (needsTrust === true ? "it is in the project" : "") : GUARDS[guard];
  const below = depth === undefined ? files : `every format, sub-folders to ${depth} levels`;
  return [tier, codeSpan(shown), below === "" ? "the file" : below, counts];
}

function mayrosKeys(): readonly (readonly string[])[] {
  const { definitions } = jsonSchemaOf("mayros-config");
  const settings = (definitions as Readonly<Record<string, JsonSchema>>)["settings"];
  const keys = settings?.["properties"] as Readonly<Record<string, JsonSchema>>;
  return Object.entries(keys)
    .filter(([key]) => key !== "$schema")
    .map(([key, schema]) => [
      codeSpan(key),
      schemaType(schema),
      codeSpan(JSON.stringify(schema["default"])),
      typeof schema["description"] === "string" ? schema["description"] : "",
    ]);
}
