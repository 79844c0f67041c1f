/** A server that is measured: a process on one core, and how it is asked. */
export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyOf: (question: Question) => string;
  readonly allowed: (body: string) => boolean;
  readonly stop: () => Promise<void>;
}

/** May the user write there? */
export interface Question {
  readonly user: string;
  readonly path: string;
}

/** What is forbidden by the rules of a set of this size: one folder each. All else is allowed. */
export function forbidden(size: number): readonly string[] {
  return Array.from({ length: size }, (_, at) => `/forbidden/${at}/`);
}

/** Questions with both answers, among them one that the last rule answers. */
export function questionsOf(size: number): readonly Question[] {
  const paths = [
    "/work/a.txt",
    "/forbidden/0/a.txt",
    `/forbidden/${size - 1}/b.txt`,
    "/forbidden/",
    "/work/b/c",
  ];
  return paths.map((path, at) => ({ user: `user${at}`, path }));
}
