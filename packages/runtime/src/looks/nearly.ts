/** Whether two words differ by at most one typing error: a letter too many, missing or wrong, or two that changed places. */
export function nearly(written: string, meant: string): boolean {
  if (Math.abs(written.length - meant.length) > 1) return false;
  if (written.length === meant.length) {
    const wrong: number[] = [];
    for (let at = 0; at < meant.length; at++) if (written[at] !== meant[at]) wrong.push(at);
    const [first = 0, second] = wrong;
    if (second === undefined) return true;
    return (
      wrong.length === 2 &&
      second === first + 1 &&
      meant[first] === written[second] &&
      meant[second] === written[first]
    );
  }
  const [long, short] = written.length > meant.length ? [written, meant] : [meant, written];
  for (let at = 0; at < long.length; at++) if (long.slice(0, at) + long.slice(at + 1) === short) return true;
  return false;
}
