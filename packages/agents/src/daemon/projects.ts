import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { Decider } from "../hook/open-decider.js";
import type { CallProject } from "@gatehouse-hooks/local/places";
import type { ProjectBox } from "@gatehouse-hooks/boxes/kept";
import { type Version, versionOf } from "./version.js";

/** A project's decider, and what it was made of. */
export interface OpenedProject extends Pick<Decider, "decide" | "close"> {
  /** Whether that is still as it was on the disk. */
  readonly isFresh: () => boolean;
  /** The box of its policies. */
  readonly box: () => Promise<ProjectBox>;
  /** Why something of it could not be loaded; empty: everything is in force. */
  readonly broken: readonly string[];
}

/** The deciders of a daemon, one for each project. */
export interface Projects {
  readonly decide: (project: CallProject, event: Event) => Promise<Decision>;
  /**
   * The box of a project's policies.
   *
   * @throws Error where not all of them are in force
   */
  readonly box: (project: CallProject) => Promise<ProjectBox>;
  readonly status: () => readonly ProjectStatus[];
  readonly close: () => Promise<void>;
}

export interface ProjectStatus {
  readonly project: string;
  readonly decisions: number;
  readonly reloads: number;
  /** Why the policies that were edited last are not in force. */
  readonly broken: readonly string[];
}

/** What decides for a project now. */
interface Current {
  readonly version: Version;
  readonly box: () => Promise<ProjectBox>;
  readonly isFresh: () => boolean;
  readonly broken: readonly string[];
}

interface Project {
  readonly of: CallProject;
  current: Promise<Current>;
  loading: Promise<void> | undefined;
  broken: readonly string[];
  decisions: number;
  reloads: number;
  used: number;
}

/** The most projects that are kept open; the one used longest ago goes first. */
const MAX_PROJECTS = 32;

/**
 * Opens each project when it is first asked about. Before each decision it looks whether the policies are still those of the disk;
 * changed ones are loaded first, and swapped in as a whole: a decision sees one version. When what was edited cannot be loaded the
 * former policies go on, and `broken` says why: a half-written file neither opens nor shuts the gate.
 *
 * @param open loads a project
 * @param say told of each edit that is not in force
 */
export function createProjects(
  open: (project: CallProject) => Promise<OpenedProject>,
  say: (message: string) => void,
): Projects {
  const kept = new KeptProjects(open);
  async function freshOf(project: Project): Promise<Current> {
    const current = await project.current;
    if (current.isFresh()) return current;
    project.loading ??= reload(project, current, open, say).finally(() => (project.loading = undefined));
    await project.loading;
    return await project.current;
  }
  return {
    async decide(of, event) {
      const project = kept.of(of);
      project.decisions++;
      const current = await freshOf(project);
      return await current.version.decide(event);
    },
    async box(of) {
      const project = kept.of(of);
      const { box } = await freshOf(project);
      const [broken] = project.broken;
      if (broken !== undefined) throw new Error(`a policy is not in force: ${broken}`);
      return await box();
    },
    status: () =>
      kept.all().map(({ of: { project }, decisions, reloads, broken }) => ({
        project,
        decisions,
        reloads,
        broken,
      })),
    close: () => kept.close(),
  };
}

/** The projects that are open, at most `MAX_PROJECTS`. */
class KeptProjects {
  readonly #open: (project: CallProject) => Promise<OpenedProject>;
  readonly #projects = new Map<string, Project>();
  #clock = 0;

  constructor(open: (project: CallProject) => Promise<OpenedProject>) {
    this.#open = open;
  }

  of(of: CallProject): Project {
    // No path has this character.
    const name = [of.project, ...of.also].join("\0");
    const project = this.#projects.get(name) ?? this.#begin(of, name);
    project.used = ++this.#clock;
    return project;
  }

  all(): readonly Project[] {
    return [...this.#projects.values()];
  }

  async close(): Promise<void> {
    const all = this.all();
    this.#projects.clear();
    await Promise.all(all.map(retire));
  }

  #begin(of: CallProject, name: string): Project {
    const current = this.#open(of).then(currentOf);
    const counts = { decisions: 0, reloads: 0, used: ++this.#clock };
    const project: Project = { of, current, loading: undefined, broken: [], ...counts };
    this.#projects.set(name, project);
    current.then(
      ({ broken }) => (project.broken = broken),
      // One that cannot be opened at all is tried again by the next call.
      () => this.#projects.delete(name),
    );
    if (this.#projects.size > MAX_PROJECTS) this.#forgetOldest();
    return project;
  }

  #forgetOldest(): void {
    const [oldest] = [...this.#projects].sort(([, a], [, b]) => a.used - b.used);
    if (oldest === undefined) return;
    this.#projects.delete(oldest[0]);
    void retire(oldest[1]);
  }
}

async function reload(
  project: Project,
  former: Current,
  open: (project: CallProject) => Promise<OpenedProject>,
  say: (message: string) => void,
): Promise<void> {
  const opened = await open(project.of);
  project.reloads++;
  project.broken = opened.broken;
  if (opened.broken.length > 0 && former.broken.length === 0) {
    const why = opened.broken.join("; ");
    say(`${project.of.project}: what was edited is not in force, the former policies are: ${why}`);
    project.current = Promise.resolve({ ...former, isFresh: opened.isFresh });
    await opened.close();
    return;
  }
  project.current = Promise.resolve(currentOf(opened));
  void former.version.retire();
}

function currentOf(opened: OpenedProject): Current {
  const { box, isFresh, broken } = opened;
  return { version: versionOf(opened), box, isFresh, broken };
}

async function retire({ current }: Project): Promise<void> {
  await current.then(({ version }) => version.retire()).catch(() => undefined);
}
