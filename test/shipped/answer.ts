/** What an agent gets of its hook. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** The word for the code of a call that waits for a person: the only part of an answer that is random. */
const CODE = /gatehouse approve [0-9a-z]{4}-[0-9a-z]{4}/g;

/** What a process says to people, each time that it is started; what is opened once says it once. Agents are not told. */
const NOTE = /^note .*\n/gm;

/** All bytes of an answer, in one string. */
export function bytesOf({ stdout, stderr, exitCode }: Answer): string {
  return JSON.stringify([exitCode, stdout, stderr.replaceAll(NOTE, "")]).replaceAll(
    CODE,
    "gatehouse approve CODE",
  );
}
