import { compile } from "@gatehouse/condition";
import { byHand } from "./condition/by-hand.js";
import { translate } from "./condition/dialect.js";
import { javascript } from "./condition/naive.js";
import { astOf, backgroundConditions, CONDITIONS, plainEvents, sealedEvents } from "./condition/workload.js";
import type { Frame } from "./frame/frame.js";
const ORDER = Uint8Array.from({ length: 256 }, (_, i) => ((i * 2_654_435_761) >>> 24) % 5);
const on = (events: any, d: any) => (e: number) => d(events[e]);
export default async function bench(frame: Frame) {
  const fast: any = { gatehouse: (a: any) => on(sealedEvents, compile(a)) };
  for (const t of backgroundConditions) { const a = astOf(t); for (const f of [on(plainEvents, new Function("e", `return ${translate(a, javascript)}`)), ...Object.values(fast).map((m: any) => m(a))]) for (let i = 0; i < 2000; i++) f(ORDER[i & 255]); }
  const rs: any = {};
  for (const [n, t] of Object.entries(CONDITIONS)) {
    const a = astOf(t);
    const s: any = { hand: on(plainEvents, byHand[n]), ...Object.fromEntries(Object.entries(fast).map(([k, m]: any) => [k, m(a)])) };
    await frame.agree(n, s, [0, 1, 2, 3, 4] as any);
    const m = await frame.measure(n, Object.fromEntries(Object.entries(s).map(([k, f]: any) => [k, (i: number) => f(ORDER[i & 255])])), { rounds: 31, warmMs: 200, batchMs: 5 });
    for (const x of m) (rs[x.subject] ??= []).push(x.ratio);
  }
  for (const [k, v] of Object.entries(rs) as any) frame.record({ subject: k, case: "gm", metric: "gm", value: Math.exp(v.reduce((p: number, x: number) => p + Math.log(x), 0) / v.length), unit: "x" });
}
