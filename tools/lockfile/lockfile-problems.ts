/** The lines of a lockfile that name a host or a place outside the registry, one sentence each. */
export function lockfileProblems(text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const found = /[a-z+]+:\/\/[^\s'"}]+|\btarball:/i.exec(line)?.[0];
    return found === undefined
      ? []
      : [`pnpm-lock.yaml:${index + 1}: \`${found}\`: expected no address of a registry`];
  });
}
