import { compile } from "@gatehouse/condition";
import { byHand } from "./condition/by-hand.js";
import { translate } from "./condition/dialect.js";
import { javascript, naive } from "./condition/naive.js";
import * as peers from "./condition/peers.js";
import { astOf, backgroundConditions, CONDITIONS, plainEvents, sealedEvents } from "./condition/workload.js";
import type { Frame } from "./frame/frame.js";
const ORDER = Uint8Array.from({ length: 256 }, (_, i) => ((i * 2_654_435_761) >>> 24) % 5);
const on = (events: any, d: any) => (e: number) => d(events[e]);
export default async function bench(frame: Frame) {
  const fast: any = { gatehouse: (a: any) => on(sealedEvents, compile(a)), naive: (a: any) => on(plainEvents, translate(a, naive)), build: peers.logicBuild };
  for (const t of backgroundConditions) { const a = astOf(t); for (const f of [on(plainEvents, new Function("e", `return ${translate(a, javascript)}`)), ...Object.values(fast).map((m: any) => m(a))]) for (let i = 0; i < 2000; i++) f(ORDER[i & 255]); }
  const rs: any = {};
  for (const [n, t] of Object.entries(CONDITIONS)) {
    const a = astOf(t);
    const s: any = { hand: on(plainEvents, byHand[n]), handSealed: on(sealedEvents, byHand[n]), ...Object.fromEntries(Object.entries(fast).map(([k, m]: any) => [k, m(a)])) };
    await frame.agree(n, s, [0, 1, 2, 3, 4] as any);
    const m = await frame.measure(n, Object.fromEntries(Object.entries(s).map(([k, f]: any) => [k, (i: number) => f(ORDER[i & 255])])), { rounds: 15, warmMs: 150, batchMs: 4 });
    for (const x of m) (rs[x.subject] ??= []).push(x.ratio);
  }
  const v8 = await import("node:v8"); v8.setFlagsFromString("--allow-natives-syntax");
  const hf = new Function("o", "return %HasFastProperties(o)");
  console.error(sealedEvents.map((e: any) => [hf(e), hf(e.params), e.agent && hf(e.agent), hf(Object.getPrototypeOf(e))].join()).join(" | "), hf(Object.prototype), hf(plainEvents[0]));
  const dis=new Function("o","%DebugPrint(o)"); if (process.env.DBG) { dis(sealedEvents[0]); dis(Object.getPrototypeOf(sealedEvents[0])); }
  for (const [k, v] of Object.entries(rs) as any) frame.record({ subject: k, case: "gm", metric: "gm", value: Math.exp(v.reduce((p: number, x: number) => p + Math.log(x), 0) / v.length), unit: "x" });
}
