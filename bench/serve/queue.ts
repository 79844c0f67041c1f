/**
 * The most requests per second that a number of servers behind one queue answer with 99 % of them within a time: arrivals by chance,
 * service times drawn from those that were measured, first come first served.
 *
 * @param services in ms
 */
export function mostWithin(services: readonly number[], servers: number, withinMs: number): number {
  const mean = services.reduce((sum, one) => sum + one, 0) / services.length;
  let [low, high] = [0, (servers * 1_000) / mean];
  for (let turn = 0; turn < 12; turn++) {
    const rate = (low + high) / 2;
    if (waited(services, servers, rate) <= withinMs) low = rate;
    else high = rate;
  }
  return low;
}

const ARRIVALS = 40_000;

/** The 99th percentile of waiting and service, in ms. */
function waited(services: readonly number[], servers: number, rate: number): number {
  let state = 1;
  // The same chance for every size.
  const chance = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const free = new Float64Array(servers);
  const times = new Float64Array(ARRIVALS);
  let now = 0;
  for (let at = 0; at < ARRIVALS; at++) {
    now += (-Math.log(chance()) * 1_000) / rate;
    let first = 0;
    for (let one = 1; one < servers; one++) if ((free[one] ?? 0) < (free[first] ?? 0)) first = one;
    const begins = Math.max(now, free[first] ?? 0);
    const service = services[Math.floor(chance() * services.length)] ?? 0;
    free[first] = begins + service;
    times[at] = begins + service - now;
  }
  times.sort();
  return times[Math.floor(ARRIVALS * 0.99)] ?? 0;
}
