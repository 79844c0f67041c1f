import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { sealJsonObject } from "@gatehouse-hooks/json";
const fact = (p: string) => ({ path: p, home: p.replace("/home/u","~"), local: p.replace("/home/u/proj","."), tree: false, certainty: "exact", linksChecked: true, by: "x", span: [0, 3] });
const F = sealJsonObject({ complete: true, unknown: [], commands: [{program:"cp",name:"cp"}], reads: [fact("/home/u/proj/a.ts")], writes: [fact("/home/u/proj/src/b.ts")], deletes: [], network: [], executes: [], actions: [], env: [] }).value!;
const derive = { version: "1", facts: () => F };
const P = (id: string, when: string) => ({ id, events: ["before_tool_call"], condition: condition(when).condition, handler: { kind: "static", verdict: "deny", reason: id } });
const kinds: [string, (i: number) => string][] = [
  ["deletes", i => `facts.deletes.any(d, d.touches("/srv/x${i}/**"))`],
  ["writes", i => `facts.writes.any(d, d.touches("/srv/x${i}/**"))`],
  ["writes ~", i => `facts.writes.any(d, d.touches("~/x${i}/**")) || facts.deletes.any(d, d.touches("~/x${i}/**"))`],
  ["actions", i => `facts.actions.any(a, a.kind == "k${i}")`],
  ["mixed", i => [`facts.deletes.any(d, d.touches("/srv/x${i}/**"))`,`facts.writes.any(d, d.touches("~/.x${i}/**"))`,`facts.actions.any(a, a.kind == "k${i}")`,`facts.network.any(n, n.host == "h${i}.com")`,`facts.commands.any(c, c.program == "p${i}")`][i%5]!],
];
const ev = () => { const r = readEvent({ event: "before_tool_call", toolName: "exec", params: { command: "cp a b" }, sessionKey: "s" }); if (r.kind !== "event") throw 0; return r.event; };
const one = ev();
const N = 200000;
function time(set: never) { for (let i = 0; i < 20000; i++) decide(set, one); let best = Infinity; for (let r = 0; r < 7; r++) { const s = process.cpuUsage(); for (let i = 0; i < N; i++) decide(set, one); const u = process.cpuUsage(s); best = Math.min(best, (u.user+u.system)/N*1000); } return best; }
const none = time(compilePolicies([], { derive }).set as never);
const oneP = time(compilePolicies([P("a", 'facts.deletes.any(d, d.touches("/x/**"))')], { derive }).set as never);
console.log("none", none.toFixed(0), "ns; one fact policy", oneP.toFixed(0));
for (const [name, when] of kinds) {
  const set = compilePolicies(Array.from({ length: 1000 }, (_, i) => P(`p${i}`, when(i))), { derive }).set;
  if (decide(set, one).effect !== "abstain") throw new Error("applies");
  const t = time(set as never);
  console.log(name, t.toFixed(0), "ns", (t/none).toFixed(2), (t/oneP).toFixed(2));
}
const plain = compilePolicies(Array.from({ length: 1000 }, (_, i) => P(`p${i}`, `params.command.startsWith("cmd${i} ")`))).set;
console.log("1000 plain", time(plain as never).toFixed(0));
// law 11
const rules = Array.from({ length: 60 }, (_, i) => P(`p${i}`, [`params.command.includes("cmd${i} ")`,`toolName == "t${i}" && params.command.startsWith("x")`][i%2]!));
const a = compilePolicies(rules).set as never, b = compilePolicies(rules, { derive }).set as never;
for (let r = 0; r < 4; r++) { const x = time(a), y = time(b); console.log("law 11", x.toFixed(0), y.toFixed(0), (y/x).toFixed(3)); }
