import { type Field, joinFields, literalOf, showField } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";
import { runGitAlias } from "./git-alias.js";
import { addPushSetting } from "./push-targets.js";
import { runContent } from "./run-content.js";

/** Keys whose value is a command of a shell. */
const COMMANDS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|diff\..*\.(?:command|textconv)|difftool\..*\.cmd|mergetool\..*\.cmd|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|pager\..*|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|proxy)|sendemail\..*cmd|browser\..*\.cmd|man\..*\.cmd|interactive\.difffilter|init\.templatedir|web\.browser)$/;

/** Keys that turn code on or off, or bring in other settings. */
const SETTINGS =
  /^(?:core\.hookspath|core\.attributesfile|include\.path|includeif\..*\.path|protocol\..*|safe\.directory|url\..*)$/;

/** `key=value` of `git -c`. */
export function readGitConfig(context: ProgramCall, field: Field, index: number): void {
  const text = showField(field);
  const equals = text.indexOf("=");
  const known = literalOf(field);
  if (known === null) context.unknown("dynamic-argument", text, context.spanOf(index));
  setGitConfig(
    context,
    equals === -1 ? text : text.slice(0, equals),
    equals === -1 ? "true" : text.slice(equals + 1),
    index,
  );
}

/** `key=NAME` of `git --config-env`. */
export function readConfigOfVariable(context: ProgramCall, field: Field, index: number): void {
  const text = literalOf(field);
  const equals = text?.lastIndexOf("=") ?? -1;
  const values = text === null ? null : context.world.exported(text.slice(equals + 1));
  if (text === null || values === null)
    context.unknown("environment", showField(field), context.spanOf(index));
  else
    for (const value of values) readGitConfig(context, joinFields(text.slice(0, equals + 1), value), index);
}

/** A key is set, for one command or in a file. */
export function setGitConfig(context: ProgramCall, key: string, value: string, index: number): void {
  const lower = key.toLowerCase();
  const span = context.spanOf(index);
  addPushSetting(context, key, value, index);
  if (lower.startsWith("alias.")) {
    if (value.startsWith("!")) context.action("git.config", key, span);
    runGitAlias(context, key, value);
  } else if (COMMANDS.test(lower)) {
    if (
      value === "" ||
      /^(?:cat|less|more|true|false|vim?|nano|emacs|cache|store|osxkeychain|manager|libsecret)$/.test(value)
    )
      return;
    context.action("git.config", key, span);
    runContent(context, [value.replace(/^!/, "")], {
      lang: "sh",
      via: `git ${key}`,
      index: -1,
      from: "inline",
    });
  } else if (SETTINGS.test(lower)) context.action("git.config", key, span);
}
