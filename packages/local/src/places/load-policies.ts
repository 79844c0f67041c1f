import {
  type CellDefinition,
  type CompileOptions,
  compilePolicies,
  type LostPolicy,
  ofTiers,
  type PolicyDefinition,
  type PolicySet,
  type Tier,
} from "@gatehouse-hooks/engine";
import { type Issue, lookup, parseJson } from "@gatehouse-hooks/json";
import {
  loadAll,
  newIssues,
  type OwnWords,
  ownWordsOf,
  type PolicyFile,
  type PolicyTest,
  readsOwnWords,
  VOCABULARY,
  withTwins,
} from "@gatehouse-hooks/hosts";
import {
  type FoundPolicyFile,
  type InertPolicies,
  inertPolicies,
  readTrustStore,
} from "@gatehouse-hooks/runtime";
import { join, resolve } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import type { Sources } from "@gatehouse-hooks/language-server/proven";
import type { BuiltInFile } from "../own-config/own-config.js";
import type { Settings } from "../settings.js";
import { commandLineFiles, hostOptionsOf, refuseUnknownAgent, unusedOptions } from "./option-files.js";
import { type EnforcementClaim, enforcementClaims } from "./enforcement-claims.js";
import { findConfig, type FoundConfig, mayrosOptions } from "./find-config.js";
import { findPlaces } from "./find-places.js";
import { inertNotices, trustCure } from "./inert-notices.js";
import type { PlacedFile } from "./once-per-checkout.js";
import { readPlaces, TRUST_FILE } from "./read-places.js";
import { derivedAt } from "./derived.js";
import { parsedBefore } from "./parsed-before.js";

/** Everything that decides, and every problem with it. */
export interface LoadedPolicies {
  readonly set: PolicySet;
  /** What of it is the enforced and the user's tier. */
  readonly trusted: PolicySet;
  readonly issues: readonly Issue[];
  /** What is not in force; the set denies what it would have guarded. */
  readonly lost: readonly LostPolicy[];
  /** When those of it would apply that a mistake keeps out of force, as far as that can be read: for findings. */
  readonly drafts: readonly PolicyDefinition[];
  /** The tests beside the policies. */
  readonly tests: readonly PolicyTest[];
  /** What each file holds as it is written, whether it is trusted or not. */
  readonly written: readonly WrittenFile[];
  /** Paths of the policy files that were read. */
  readonly files: readonly string[];
  /** Those of the enforced tier among them. */
  readonly enforcedFiles: ReadonlySet<string>;
  /** Where each of them was found, absolute, by its path as shown. */
  readonly foundAt: ReadonlyMap<string, string>;
  /** What looks like policies and is not read: warnings that are not among the issues, but told as notices. */
  readonly unread: readonly Issue[];
  /** The places that were looked at, as shown. */
  readonly looked: readonly string[];
  /** The contents of these files, to show lines of them. */
  readonly sources: Sources;
  readonly found: FoundConfig;
  /** What the user should know, and is not an issue of a file. */
  readonly notices: readonly string[];
  /** The policies that would act, and do not, because their files are not trusted. */
  readonly inert: InertPolicies["inert"];
  /** Attempts to claim enforcement; they are among the issues, too. */
  readonly claims: readonly EnforcementClaim[];
  /** The files in an agent's own words. */
  readonly ownWords: readonly OwnWords[];
  /** Some policies are tried silently. */
  readonly observes: boolean;
}

/** What a policy file says. */
export interface WrittenFile {
  readonly path: string;
  readonly policies: readonly PolicyDefinition[];
  readonly tests: readonly PolicyTest[];
  /** What its policies remember. */
  readonly memory?: readonly CellDefinition[] | undefined;
}

/**
 * Loads the policies of all places (README, "Where policies come from"). A file with errors never hides the others, and
 * a stand-in denies what it would have guarded.
 */
export async function loadPolicies(io: Io, settings: Settings): Promise<LoadedPolicies> {
  const found = await findConfig(settings, io.home);
  const { places, notices: told, ...elsewhere } = await findPlaces(io, settings, found);
  const trust = await readTrustStore(join(io.home, TRUST_FILE));
  const onDisk = await readPlaces(places, io.cwd, io.home, trust.store);
  const read = {
    ...onDisk,
    files: onDisk.files.map((file) => withText(file, settings.unsaved?.get(file.realPath))),
  };
  const files = await filesToLoad(settings, read, (name) => elsewhere.configs.get(name) ?? found);
  const { loaded, written, ownWords, folders, mayAct } = loadFiles(io, files, settings.ownConfig);
  refuseUnknownAgent(loaded.issues);
  const { policies, inert } = inertPolicies(loaded.policies, (policy) => mayAct.has(policy), trustCure);
  const unread = [...found.unread, ...read.unread];
  const named = settings.policies === undefined ? [] : read.files;
  const notices = [
    ...told,
    ...unusedOptions(settings.agentOptions, files),
    ...eventsAsPolicies(named.filter(({ path }) => /\.json$/i.test(path))),
    ...unread.map(unreadNotice),
    ...inertNotices(inert),
  ];
  const enforced = enforcedPaths(read.files);
  const claims = enforcementClaims(loaded.issues, policies, (path) => enforced.has(path));
  const placed = policies.map((policy) => runsIn(policy, folders.get(policy)));
  const models = withModels(placed, settings, io.env, found);
  const all = [...models, ...(settings.more?.policies ?? [])];
  const definitions = settings.observe === true ? all.map(observedUnlessEnforced) : all;
  const lost = lostPolicies(settings, [found, elsewhere, read], loaded.lost);
  const compiled = compileTiers(io, settings, { policies: definitions, lost, memory: loaded.memory ?? [] });
  return {
    ...{ set: compiled.set, trusted: compiled.trusted, lost: compiled.lost },
    ...{ tests: loaded.tests, written, found, notices, inert, claims, ownWords, unread },
    drafts: loaded.drafts ?? [],
    issues: [
      ...found.issues,
      ...elsewhere.issues,
      ...read.issues,
      ...trust.issues,
      ...loaded.issues,
      ...claims,
      ...newIssues(compiled.issues, loaded.issues),
    ],
    looked: read.looked,
    files: read.files.map((file) => file.path),
    enforcedFiles: enforced,
    observes: definitions.some(({ observe }) => observe === true),
    foundAt: new Map(read.files.map((file) => [file.path, file.foundAt])),
    sources: new Map(read.files.map((file) => [file.path, file.text])),
  };
}

function enforcedPaths(
  files: readonly { readonly tier: string; readonly path: string }[],
): ReadonlySet<string> {
  return new Set(files.filter(({ tier }) => tier === "enforced").map(({ path }) => path));
}

/** The files of all places, of the command line, and those that are built in, in the words that are asked for. */
async function filesToLoad(
  settings: Settings,
  read: Pick<Awaited<ReturnType<typeof readPlaces>>, "files" | "mayAct">,
  configOf: (elsewhere: string) => FoundConfig,
) {
  const { agentOptions, ownWords: only, ownConfig } = settings;
  const all = [
    ...read.files.map((file) => ({
      ...file,
      acts: read.mayAct.has(file.realPath),
      isVersion: file.elsewhere !== undefined,
      // The organisation's folders are read for whoever works here.
      isNamed: settings.policies !== undefined && file.tier !== "enforced",
      options: {
        ...hostOptionsOf(agentOptions, file.tier),
        mayros: mayrosOptions(configOf(file.elsewhere ?? ""), file.tier),
      },
    })),
    ...commandLineFiles(agentOptions).map((file) => ({ ...file, acts: true, isNamed: true })),
    ...(ownConfig === undefined
      ? []
      : (await builtIn(ownConfig)).map((file) => ({ ...file, acts: true, isNamed: false }))),
  ];
  return all.filter(({ format }: Pick<PolicyFile, "format">) => readsOwnWords(format, only));
}

function loadFiles(
  io: Io,
  files: Awaited<ReturnType<typeof filesToLoad>>,
  programs: Settings["ownConfig"] = [],
) {
  /** A policy that is not in it comes from an unknown place, and does not act. */
  const mayAct = new Set<PolicyDefinition>();
  const written: WrittenFile[] = [];
  const ownWords: OwnWords[] = [];
  /** The folder of the project that a policy is of, where that is another one. */
  const folders = new Map<PolicyDefinition, string>();
  const gatehouse = { parsed: parsedBefore(programs) };
  const placed = files.map((file) => ({
    ...file,
    options: { ...("options" in file && file.options), gatehouse },
  }));
  const loaded = loadAll(placed, {
    onFile: (file, content) => {
      const { policies: given, tests } = content;
      const { acts, path, isNamed } = file;
      ownWords.push(...ownWordsOf(file, content, isNamed));
      const folder = "elsewhere" in file ? file.elsewhere : undefined;
      if (typeof folder === "string") for (const policy of given) folders.set(policy, folder);
      written.push({ path, policies: given, tests, memory: content.memory });
      io.progress?.("reading policy files", written.length, files.length);
      if (acts) for (const policy of given) mayAct.add(policy);
    },
  });
  return { loaded, written, ownWords, folders, mayAct };
}

/** What is not in force: what is wrong with places is not of one agent, so the others have it. */
function lostPolicies(
  { ownWords: only, more, observe, observed }: Settings,
  places: readonly { readonly lost: readonly LostPolicy[] }[],
  loaded: readonly LostPolicy[],
): readonly LostPolicy[] {
  const ofPlaces =
    only === undefined || only === "none"
      ? [...places.flatMap(({ lost }) => lost), ...(more?.lost ?? [])]
      : [];
  // What is lost of a trial denies nothing.
  const acts = (one: LostPolicy): boolean =>
    observed !== "alone" && (observe !== true || one.tier === "enforced");
  return [...ofPlaces, ...loaded].filter(acts).map(withTwins);
}

interface Definitions {
  readonly policies: readonly PolicyDefinition[];
  readonly lost: readonly LostPolicy[];
  readonly memory: readonly CellDefinition[];
}

/** All policies, and those of the enforced and the user's tier. */
function compileTiers(io: Io, settings: Settings, { policies, lost, memory: ofFiles }: Definitions) {
  const memory = [...ofFiles, ...(settings.more?.memory ?? [])];
  const { onLoadError: onLost, observed = "off" } = settings;
  const derived = derivedAt({ ...settings, home: io.home });
  const options: CompileOptions = { ...derived, onLost, vocabulary: VOCABULARY, observed };
  const compiled = compilePolicies({ policies, lost, memory }, options);
  return { ...compiled, trusted: ofTiers(compiled.set, TRUSTED) };
}

/** The enforced tier is not silenced by the settings of the user. */
function observedUnlessEnforced(policy: PolicyDefinition): PolicyDefinition {
  return policy.tier === "enforced" ? policy : { ...policy, observe: true };
}

/** What guards the agent's own configuration: by the text of a call, and by what it does. */
async function builtIn(programs: readonly string[]): Promise<readonly BuiltInFile[]> {
  const { ownConfig, ownConfigByFacts } = await import("../own-config/own-config.js");
  return [ownConfig(programs), ownConfigByFacts()];
}

/** A command of another project's policies runs there, where its user has trusted it to: its words may be the names of programs there. */
function runsIn(policy: PolicyDefinition, folder: string | undefined): PolicyDefinition {
  const { handler } = policy;
  if (folder === undefined || handler.kind !== "command") return policy;
  return { ...policy, handler: { ...handler, workingDir: resolve(folder, handler.workingDir ?? ".") } };
}

function withText(file: PlacedFile, text: string | undefined): PlacedFile {
  return text === undefined ? file : { ...file, text: new TextEncoder().encode(text) };
}

/** A warning about what is not read, on one line. */
function unreadNotice({ path = "", message, cure }: Issue): string {
  return `${path}: ${message}${cure === undefined ? "" : `; ${cure}`}`;
}

/** Notices about events that were named where policy files belong: the words behind an option are easily mixed up. */
function eventsAsPolicies(files: readonly Pick<FoundPolicyFile, "path" | "text">[]): readonly string[] {
  return files
    .filter(({ text }) => isEvent(text))
    .map(
      ({ path }) =>
        `\`${path}\` is an event, not a policy file; --policies takes one path: gatehouse decide --policies RULES.yaml ${path}`,
    );
}

function isEvent(text: FoundPolicyFile["text"]): boolean {
  const read = parseJson(text);
  if (!("value" in read)) return false;
  const has = (key: string): boolean => lookup(read.value, key) !== undefined;
  return !has("policies") && !has("version") && ["event", "hook_event_name"].some(has);
}

/**
 * Policies with the models that the settings give them: the one of `--model` for all. The default model of a configuration that
 * was only found in the project is that of the project's policies which name none: the author of a repository does not
 * choose who judges the user's and the organisation's policies. Verdict keys hold the model, so no answer of another one is
 * reused.
 */
function withModels(
  policies: readonly PolicyDefinition[],
  { model }: Pick<Settings, "model">,
  env: Io["env"],
  found: FoundConfig,
): readonly PolicyDefinition[] {
  const projects = env["GATEHOUSE_MODEL"] ? undefined : found.project.defaultModel;
  if (model === undefined && projects === undefined) return policies;
  return policies.map((policy) => {
    const { handler } = policy;
    if (handler.kind !== "judge") return policy;
    const isProjects = (policy.tier ?? "project") === "project" && handler.model === undefined;
    const chosen = model ?? (isProjects ? projects : undefined);
    return chosen === undefined ? policy : { ...policy, handler: { ...handler, model: chosen } };
  });
}

/** The tiers of the owner of the machine, whose policies act without being trusted. */
const TRUSTED: readonly Tier[] = ["enforced", "user"];

/** Whether policies of a tier act without being trusted. */
export function isTrustedTier(tier: Tier | undefined): boolean {
  return tier !== undefined && TRUSTED.includes(tier);
}
