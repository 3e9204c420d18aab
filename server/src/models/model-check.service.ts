import type { Measure, ModelCheckRecord } from '@rise/contract';
import type { CompiledDataset, Engine, Scope } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { DatasetProbe, MAX_GROUPS, MAX_MEMBERS, type ProbeContext } from './dataset-probe.ts';
import {
  findDimensionIssues,
  findMeasureIssues,
  groupDuplicates,
  type Finding,
  type MeasureProfile,
  type Members,
} from './model-findings.rules.ts';
import type { ModelService } from './models.service.ts';

/** Measures of one query. */
const BATCH = 20;
/** Dimensions in which measures that agree are compared again. */
const FURTHER_DIMENSIONS = 3;

export interface CheckRequest {
  /** Null: the active model. */
  readonly document: string | null;
  /** The document's name in issues. */
  readonly file?: string;
  /** Whose rows are looked at. */
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** When to end early, in milliseconds from the start; omitted: never. */
  readonly maxMs?: number;
}

/** Checks a model as a push would, and then its measures and dimensions in the tenant's data. */
export class ModelCheckService {
  readonly #engine: Engine;
  readonly #warehouses: WarehouseService;
  readonly #models: ModelService;

  constructor(options: { engine: Engine; warehouses: WarehouseService; models: ModelService }) {
    this.#engine = options.engine;
    this.#warehouses = options.warehouses;
    this.#models = options.models;
  }

  /** Throws the engine's ModelError before the first record where a push would, and the signal's reason at any time. */
  async *check(actor: TenantActor, request: CheckRequest): AsyncGenerator<ModelCheckRecord> {
    const { scope, signal, maxMs = Infinity } = request;
    const started = performance.now();
    const compiled = await this.#models.check(actor, request);
    const data = await this.#warehouses.preview(actor, compiled);
    const all = [...compiled.datasets.values()].map((dataset) => ({ dataset, ...ownFields(dataset) }));
    const counts = { dimensions: sum(all.map((one) => one.dimensions)), measures: sum(all.map((one) => one.measures)) };
    let findings = 0;
    let done = 0;
    let complete = true;
    if (data) {
      const { model, version, tenantSettings } = data;
      const context = {
        engine: this.#engine,
        model,
        version,
        scope: withTenantSettings(scope, tenantSettings),
        signal,
      };
      steps: for (const { dataset, ...fields } of all) {
        const { name } = dataset.dataset;
        for await (const step of probeDataset(context, dataset, fields)) {
          for (const finding of step.findings) yield { type: 'finding', dataset: name, ...finding };
          findings += step.findings.length;
          done += step.done;
          yield { type: 'progress', dataset: name, done, of: counts.dimensions + counts.measures };
          complete = performance.now() - started < maxMs;
          if (!complete) break steps;
        }
      }
    }
    const dataVersion = data?.version.number ?? null;
    yield { type: 'end', dataVersion, dimensions: counts.dimensions, measures: counts.measures, findings, complete };
  }
}

const sum = (lists: readonly (readonly unknown[])[]): number => lists.reduce((total, { length }) => total + length, 0);

interface Fields {
  readonly dimensions: readonly { name: string; type: string }[];
  readonly measures: readonly Measure[];
}

/** A combined dataset's dimensions and most of its measures are its facts', which are looked at there. */
function ownFields({ dataset, dimensions, measures }: CompiledDataset): Fields {
  if ('table' in dataset) return { dimensions: [...dimensions.values()], measures: [...measures.values()] };
  return { dimensions: [], measures: dataset.measures };
}

interface Step {
  readonly findings: readonly Finding[];
  /** Dimensions and measures looked at. */
  readonly done: number;
}

async function* probeDataset(
  context: ProbeContext,
  dataset: CompiledDataset,
  { dimensions, measures }: Fields,
): AsyncGenerator<Step> {
  const probe = new DatasetProbe(context, dataset);
  const members: Members[] = [];
  for (const { name, type } of dataset.dimensions.values()) {
    const own = dimensions.some((dimension) => dimension.name === name);
    // The groups of a combined dataset's measures.
    if (!own && measures.length === 0) continue;
    const found = await probe.members(name);
    if ('count' in found) members.push(found);
    const findings = 'count' in found ? findDimensionIssues(found, type) : [found];
    yield own ? { findings, done: 1 } : { findings: [], done: 0 };
  }
  if (dimensions.length > 0) yield { findings: await findPairs(probe, members), done: 0 };
  yield* probeMeasures(probe, measures, members);
}

/** Dimensions that are one to one: classes of an equivalence, so each is compared with one of each class. */
async function findPairs(probe: DatasetProbe, members: readonly Members[]): Promise<Finding[]> {
  const unchecked = members.filter(({ truncated }) => truncated).map(({ name }) => name);
  const classes: Members[][] = [];
  const failed: Finding[] = [];
  for (const one of members.filter(({ count, truncated }) => count > 1 && !truncated)) {
    let same: Members[] | undefined;
    for (const others of classes) {
      const [first] = others;
      if (first!.count !== one.count) continue;
      const answer = await probe.isOneToOne(first!.name, one.name, one.count);
      if (answer === true) same = others;
      else if (answer !== false) failed.push(answer);
      if (same) break;
    }
    if (same) same.push(one);
    else classes.push([one]);
  }
  const pairs = classes
    .filter(({ length }) => length > 1)
    .map((same): Finding => {
      const message = `Each of their ${same[0]!.count} members belongs to one of the others: they divide the rows alike. Keep one, or state in the descriptions what each is for.`;
      return { kind: 'duplicate', of: 'dimension', names: same.map(({ name }) => name), message };
    });
  if (unchecked.length === 0) return [...pairs, ...failed];
  const message = `More than ${MAX_MEMBERS.toLocaleString('en')} members: not compared with other dimensions.`;
  return [...pairs, ...failed, { kind: 'unchecked', of: 'dimension', names: unchecked, message }];
}

/** Dimensions to group by, those with the most members first. */
function groupings(members: readonly Members[]): string[] {
  const usable = members.filter(({ count, truncated }) => count > 1 && count <= MAX_GROUPS && !truncated);
  return usable.toSorted((one, two) => two.count - one.count).map(({ name }) => name);
}

async function* probeMeasures(
  probe: DatasetProbe,
  measures: readonly Measure[],
  members: readonly Members[],
): AsyncGenerator<Step> {
  const [by = null, ...further] = groupings(members);
  const profiles: MeasureProfile[] = [];
  for (let start = 0; start < measures.length; start += BATCH) {
    const batch = measures.slice(start, start + BATCH);
    const results = await probe.measures(batch, by);
    const found = results.filter((result) => 'signature' in result);
    profiles.push(...found);
    const findings = results.flatMap((result) => ('signature' in result ? findMeasureIssues(result, by) : [result]));
    yield { findings, done: batch.length };
  }
  if (by === null && measures.length > 0) {
    const message = `No dimension has 2 to ${MAX_GROUPS} members, so they were looked at in total only.`;
    yield {
      findings: [{ kind: 'unchecked', of: 'measure', names: measures.map(({ name }) => name), message }],
      done: 0,
    };
    return;
  }
  const places = [by!, ...further.slice(0, FURTHER_DIMENSIONS)];
  const byName = new Map(measures.map((measure) => [measure.name, measure]));
  for (const same of groupDuplicates(profiles)) {
    let classes = [same];
    for (const place of places.slice(1)) {
      const again = await Promise.all(
        classes.map((one) =>
          probe.measures(
            one.map(({ name }) => byName.get(name)!),
            place,
          ),
        ),
      );
      classes = again.flatMap((results) => groupDuplicates(results.filter((result) => 'signature' in result)));
    }
    yield { findings: classes.map((one) => duplicateFinding(one, places)), done: 0 };
  }
}

function duplicateFinding(same: readonly MeasureProfile[], places: readonly string[]): Finding {
  const list = places.map((place) => `'${place}'`).join(', ');
  const message = `The same values in total and by ${list}. Keep one, or state in the definitions how they differ.`;
  return { kind: 'duplicate', of: 'measure', names: same.map(({ name }) => name), message };
}
