/**
 * The cycles of a directed graph: each strongly connected set of two or more nodes, and each node that leads to
 * itself. Members are sorted. Without recursion, linear in nodes and edges (Tarjan).
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  for (const root of edges.keys()) {
    if (index.has(root)) continue;
    const work = [{ node: root, next: 0 }];
    while (work.length > 0) {
      const top = work.at(-1)!;
      const { node } = top;
      if (top.next === 0) {
        index.set(node, index.size);
        low.set(node, index.size - 1);
        open.push(node);
        isOpen.add(node);
      }
      const target = edges.get(node)?.[top.next];
      if (target !== undefined) {
        top.next += 1;
        if (!index.has(target)) work.push({ node: target, next: 0 });
        else if (isOpen.has(target)) low.set(node, Math.min(low.get(node)!, index.get(target)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(node)!));
      if (low.get(node) !== index.get(node)) continue;
      const members = open.splice(open.indexOf(node));
      for (const member of members) isOpen.delete(member);
      if (members.length > 1 || edges.get(node)?.includes(node) === true) cycles.push(members.toSorted());
    }
  }
  return cycles;
}
