import type { CodeArea } from "./code-row.js";

const AGAIN = "`gatehouse init AGENT` writes the hooks again.";

export const DOCTOR_CODES: CodeArea = {
  area: "Findings of doctor",
  rows: [
    {
      code: "no-agent",
      severities: ["error", "warning"],
      title: "no agent was found",
      means:
        "None of the known agents is on `PATH` or has its folder in the home folder; with `--installed-only`, an error: none has hooks of Gatehouse.",
      cure: "Install the hooks by name: `gatehouse init AGENT`.",
    },
    {
      code: "not-installed",
      severities: ["error"],
      title: "an agent without hooks",
      means: "Gatehouse does not see anything that this agent does.",
      cure: "`gatehouse init AGENT`, or look only at agents that have hooks: `gatehouse doctor --installed-only`.",
    },
    {
      code: "no-rules",
      severities: ["error"],
      title: "no rule stops anything",
      means:
        "Hooks are there, and no rule is in force that they could ask, or none that this agent can ask may deny or ask: every call passes, but for changes of Gatehouse's own files.",
      cure: "`gatehouse init` switches packs on in a file of their own; `gatehouse new --user` writes a rule. `gatehouse list` shows what is in force.",
    },
    {
      code: "only-allow",
      severities: ["error"],
      title: "the rules only allow",
      means:
        "Rules are in force, and none of them denies or asks anything, as after `gatehouse import` of permissions that only allow. The agent is less guarded than without them.",
      cure: "`gatehouse init` switches packs on beside them; `gatehouse new --user` writes a rule.",
    },
    {
      code: "by-hand",
      severities: ["note"],
      title: "an agent whose hooks a person writes",
      means:
        "The agent has no settings for all projects: hooks are in the files of single agents, which `doctor` does not read.",
      cure: "Put the lines that `gatehouse init AGENT` prints into each of them.",
    },
    {
      code: "twice",
      severities: ["warning"],
      title: "hooks in two settings files",
      means: "They are in the user's settings and in the project's, so each call is decided twice.",
      cure: "Take one of them out with `gatehouse init AGENT --undo`.",
    },
    {
      code: "settings",
      severities: ["error"],
      title: "a settings file that cannot be read",
      means: "The agent ignores the file, and every hook in it.",
      cure: "Correct the file at the place that is shown.",
    },
    {
      code: "box-off",
      severities: ["error"],
      title: "a sandbox that does not hold what policies say",
      means:
        "`gatehouse box --settings` told the agent's own sandbox what the policies say. Some of that is gone, or a setting of this or another file switches the sandbox off or opens it.",
      cure: "Take the setting out that is shown; or `gatehouse box --settings AGENT --undo`, and then `--write`.",
    },
    {
      code: "box-program",
      severities: ["error"],
      title: "a program that a sandbox needs is not there",
      means:
        "The agent's own sandbox is required by its settings, and cannot be made: its commands do not run. Or the user's settings want shell calls in a box, and each is asked about.",
      cure: "Install the program that is named.",
    },
    {
      code: "plugin-changed",
      severities: ["error"],
      title: "a plugin that is not the one of this version",
      means: "OpenCode goes on without a plugin that it cannot load.",
      cure: AGAIN,
    },
    {
      code: "missing-event",
      severities: ["error", "warning"],
      title: "an event without a hook",
      means: "The hooks are installed, and not for this event: what comes with it is not looked at.",
      cure: AGAIN,
    },
    {
      code: "line-changed",
      severities: ["error"],
      title: "a command line that was changed",
      means:
        "The hook starts something else than this version writes, perhaps without an option that blocks.",
      cure: AGAIN,
    },
    {
      code: "matcher",
      severities: ["error"],
      title: "a matcher that leaves tools out",
      means: "Tools that the matcher of our hook does not match run unguarded.",
      cure: AGAIN,
    },
    {
      code: "async",
      severities: ["error"],
      title: "a hook that is not waited for",
      means: "The tool runs before the hook has answered.",
      cure: "Take `async` out of the settings.",
    },
    {
      code: "lets-through",
      severities: ["warning"],
      title: "a hook that lets through when it fails",
      means: "If the hook is killed or takes too long, the tool runs.",
      cure: AGAIN,
    },
    {
      code: "short-timeout",
      severities: ["warning"],
      title: "a short time limit",
      means: "When the time is over the tool runs unguarded.",
      cure: "Raise the limit in the settings.",
    },
    {
      code: "bad-timeout",
      severities: ["error"],
      title: "a time limit that is not a number",
      means: "The agent refuses the file, or uses a limit of its own.",
      cure: "Write a number.",
    },
    {
      code: "other-matcher",
      severities: ["warning"],
      title: "a matcher of another hook that never matches",
      means: "A hook in these settings that is not ours has a matcher that matches no tool.",
      cure: "Correct it as the message says.",
    },
    {
      code: "other-allows",
      severities: ["warning"],
      title: "another hook that allows",
      means: "A hook that is not ours answers `allow`, which skips the questions of the agent.",
      cure: "Let it print nothing where it has no objection.",
    },
    {
      code: "hooks-off",
      severities: ["error"],
      title: "hooks are switched off",
      means: "A setting tells the agent to run no hooks, also not those of other files.",
      cure: "Take the setting out.",
    },
    {
      code: "bad-version",
      severities: ["error"],
      title: "a settings file with another version",
      means: "The agent does not read a file whose `version` is not 1.",
      cure: 'Write `"version": 1`.',
    },
    {
      code: "no-node",
      severities: ["error"],
      title: "the program that runs the hooks is gone",
      means: "The hooks start a Node that is not there any more, so every call is blocked.",
      cure: AGAIN,
    },
    {
      code: "no-script",
      severities: ["error"],
      title: "the script that the hooks start is not there",
      means: "Every call is blocked: what the settings of agents start is in `~/.gatehouse/bin`.",
      cure: AGAIN,
    },
    {
      code: "script-changed",
      severities: ["error"],
      title: "the script that the hooks start was changed",
      means: "The hooks may start something else than this version writes, or answer nothing.",
      cure: AGAIN,
    },
    {
      code: "no-binary",
      severities: ["error"],
      title: "Gatehouse is not where the hooks look for it",
      means: "The file that the hooks start is gone, so every call is blocked.",
      cure: AGAIN,
    },
    {
      code: "moved",
      severities: ["warning"],
      title: "the hooks start another installation",
      means: "The program that the hooks start is not the one that you have started.",
      cure: AGAIN,
    },
    {
      code: "no-snapshot",
      severities: ["note"],
      title: "hooks start the slow way",
      means:
        "There is no snapshot of the program that hooks could start from, or it is of another version of Gatehouse or Node. Every call is answered as with one, and takes about twice the time where no daemon answers.",
      cure: "`gatehouse init AGENT` makes it; where the program's folder is another user's, there is none.",
    },
    {
      code: "passing",
      severities: ["warning"],
      title: "the hooks start a program in a cache",
      means: "When the cache is emptied, every call is blocked.",
      cure: "Install Gatehouse, then `gatehouse init AGENT`.",
    },
    {
      code: "no-answer",
      severities: ["error"],
      title: "a hook that makes no decision",
      means: "The hook was started as the agent does it, and gave no answer that the agent understands.",
      cure: AGAIN,
    },
    {
      code: "denies-all",
      severities: ["error"],
      title: "a harmless call is denied",
      means:
        "The command `true` is denied, so probably every one is: a policy that cannot be loaded has this effect.",
      cure: "See what is wrong with `gatehouse check`.",
    },
    {
      code: "not-denied",
      severities: ["error"],
      title: "a change of Gatehouse's own folder is not denied",
      means: "The policies that guard it are off, or the hook does not ask them.",
      cure: AGAIN,
    },
    {
      code: "slow",
      severities: ["warning"],
      title: "a call takes long",
      means: "Each call of a tool waits for the hook.",
      cure: "See what runs in it: `gatehouse list`.",
    },
    {
      code: "untrusted",
      severities: ["error"],
      title: "the agent does not trust the hooks",
      means: "Codex runs none of the hooks until they are trusted, and says nothing of it.",
      cure: "`gatehouse init codex`, or trust them in Codex.",
    },
    {
      code: "untrusted-folder",
      severities: ["error"],
      title: "the agent does not trust the folder",
      means: "The hooks of the project's settings are ignored.",
      cure: "Start the agent in the folder, and trust it.",
    },
    {
      code: "codex-error",
      severities: ["error"],
      title: "Codex reports an error",
      means: "Codex itself says what is wrong with the file of hooks.",
      cure: "Correct the file.",
    },
    {
      code: "version",
      severities: ["note"],
      title: "the version of an agent is not known to work",
      means: "The version cannot be told, or is not one that the hooks were tried with.",
      cure: "Do what the message says.",
    },
    {
      code: "old-version",
      severities: ["warning"],
      title: "an agent that does not wait for a failed hook",
      means: "This version lets a call through when a hook fails; later ones block it.",
      cure: "Update the agent.",
    },
    {
      code: "open-folder",
      severities: ["error"],
      title: "others may write the folder of policies",
      means: "Other users of this machine can say what agents may do.",
      cure: "`chmod go-w` the folder.",
    },
    {
      code: "own-config-off",
      severities: ["note"],
      title: "the guard of agents' settings is off",
      means:
        "The built-in policies that keep agents from changing their own hooks and settings are switched off.",
      cure: 'Take `"ownConfig": "off"` out of `~/.gatehouse/settings.json`.',
    },
    {
      code: "own-code-answered",
      severities: ["note"],
      title: "a person has answered for the project's own code",
      means:
        "The project's tests, builds and scripts run without a question, as long as the files that define them are as they were when a person answered.",
      cure: "No action is needed; `gatehouse trust --code --remove` takes the answer back.",
    },
    {
      code: "own-code-changed",
      severities: ["note"],
      title: "the project's own code is defined otherwise than when a person answered for it",
      means:
        "What these files define is asked about again: a script of `package.json`, a Makefile or a script file is not as it was when a person answered.",
      cure: "Look at the files, then run `gatehouse trust --code` in a terminal.",
    },
    {
      code: "rules-off",
      severities: ["error", "note"],
      title: "the rules are off for a while",
      means:
        "A person has run `gatehouse off`. Until that time the rules of this machine stop nothing and ask nothing; those of the organisation and those that guard Gatehouse itself hold. In the audit trail it is the note that says so.",
      cure: "`gatehouse on` ends it; it ends by itself, too.",
    },
    {
      code: "rules-on",
      severities: ["note"],
      title: "the rules were switched on again, as the audit trail says it",
      means: "`gatehouse on` was run before the time of `gatehouse off` was over.",
      cure: "No action is needed.",
    },
    {
      code: "observing",
      severities: ["note"],
      title: "policies are tried silently",
      means:
        "The user's settings say `observe`, or policies do: what these would decide is recorded, and the agent is not told. Nothing that they are about is stopped.",
      cure: "`gatehouse log` shows what would have been stopped. Take `observe` out of `~/.gatehouse/settings.json`, or out of the policies, and they act.",
    },
    {
      code: "one-agents-only",
      severities: ["note"],
      title: "policies that one agent alone is decided by",
      means:
        "The file is in the own words of one agent, such as an agent's file of docker-agent: it is asked about that agent's calls, and says nothing about those of others.",
      cure: "Write rules that should hold for all agents as policies of Gatehouse.",
    },
    {
      code: "unlisted-tool",
      severities: ["note"],
      title: "a tool that is in no table",
      means:
        "An agent has called a tool that Gatehouse does not know. A command, a path or an address among its arguments counts for denies and asks, by the argument's name; what else it does is not seen. `~/.gatehouse/state/unlisted-tools` has the names, at most 50, and nothing else of the calls.",
      cure: "Update Gatehouse, or write a policy for the tool by its name.",
    },
    {
      code: "broken-tracing",
      severities: ["warning"],
      title: "a module for tracing that does not work",
      means:
        "The module that `tracing` of `~/.gatehouse/settings.json` names cannot be loaded, exports something else, or has ended its process. Decisions are made as without it, and are not traced.",
      cure: "Correct the module; the next decision of a hook, or the next start of the daemon, tries it again. Or take `tracing` out of the settings.",
    },
    {
      code: "no-judge",
      severities: ["warning"],
      title: "a model that does not answer",
      means: "Policies ask a model that cannot be reached, so they fail.",
      cure: "Set the key or the address of its provider, or name another one with `GATEHOUSE_MODEL`.",
    },
    {
      code: "no-cache",
      severities: ["warning"],
      title: "a cache that does not work",
      means: "The store that `--cache` names cannot be used, so each question goes to the judge.",
      cure: "Start it, or name another one.",
    },
  ],
};
