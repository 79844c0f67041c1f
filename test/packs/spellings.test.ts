import { expect, test } from "vitest";
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { everyNth } from "../assert-law.js";
import { derive } from "./derive.js";
import { eventOf } from "./rows.js";
import { EFFECTS, SPELLINGS } from "./spellings.table.js";

/** Those that `gatehouse init` switches on. */
const FIRST = ["destructive", "git", "secrets", "exfiltration", "remote-code", "understood"];
const { set } = compilePolicies(
  packs()
    .filter(({ name }) => FIRST.includes(name))
    .flatMap((pack) => loadPack(pack).policies),
  { vocabulary: VOCABULARY, derive },
);

function spelled(spelling: string, effect: string): string {
  const turned = effect.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(((letter.charCodeAt(0) - 84) % 26) + 97),
  );
  return spelling
    .replaceAll("CMD", effect)
    .replaceAll("BASE64", Buffer.from(effect).toString("base64"))
    .replaceAll("REVERSED", [...effect].toReversed().join(""))
    .replaceAll("TURNED", turned);
}

test.each(Object.entries(SPELLINGS))(
  "what has an effect is denied or asked about, written as %s",
  (_, spellings) => {
    const commands = spellings.flatMap((spelling) => EFFECTS.map((effect) => spelled(spelling, effect)));
    const passed = everyNth(3, commands).filter(
      (command) => !["deny", "ask"].includes(decide(set, eventOf(command)).effect),
    );
    expect(passed).toEqual([]);
  },
);

test.each(Object.entries(SPELLINGS))(
  "what only looks passes where it is read, written as %s",
  (name, spellings) => {
    if (name === "code that is hidden") return;
    const denied = everyNth(3, spellings)
      .map((spelling) => spelled(spelling, "git status"))
      .filter((command) => decide(set, eventOf(command)).effect === "deny");
    expect(denied).toEqual([]);
  },
);
