import type { InsightContent, InsightsExamined } from '@rise/contract';
import { hiddenFields, reportedIn, type Engine, type ReaderOf } from '@rise/engine';
import { turns } from '../kernel/time/turns.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import { DatasetExaminer, type DatasetResult } from './dataset-examiner.ts';
import { explainChange, withDrivers, type Explained } from './drivers.ts';
import { examinedIn } from './examined.rules.ts';
import { ranked, withoutRepeats } from './rank.rules.ts';
import { Readings } from './readings.ts';
import { findDiscoveries, testsOf } from './statistics/discoveries.rules.ts';
import { lagOf, type TotalSeries } from './total-findings.ts';

/** The highest expected share of false ones among what is found. */
export const RATE = 0.05;
/** At which they are looked for: real data is not quite as the statistics assume. */
const WORKING_RATE = 0.033;

export interface FindRequest {
  readonly engine: Engine;
  readonly warehouse: Pick<Warehouse, 'model' | 'version' | 'tenantSettings' | 'tenantId'>;
  /** Whose rows and columns count. */
  readonly reader: ReaderOf;
  /** The tenant's own member of an entity; null where it has none. */
  readonly home: string | null;
  readonly signal: AbortSignal;
  /** Called with how much is done, 0 to 1. */
  readonly onProgress: (part: number) => Promise<void>;
}

export interface Found {
  readonly findings: InsightContent[];
  readonly examined: InsightsExamined;
}

/** Part of the work that is reading the datasets. */
const READING = 0.9;

/** Looks for what is remarkable in all that a reader may see, and explains it. */
export async function findInsights({
  engine,
  warehouse,
  reader,
  home,
  signal,
  onProgress,
}: FindRequest): Promise<Found> {
  const { model, version, tenantSettings, tenantId } = warehouse;
  const scope = withTenantSettings({ tenant: tenantId, reader }, tenantSettings);
  const readings = new Readings(engine, { model, version }, { scope, signal });
  const currency = tenantSettings.currency ?? undefined;
  const datasets = examinedIn(model, { hidden: hiddenFields(model, scope), currency });
  const results: DatasetResult[] = [];
  const turn = turns();
  for (const [index, examined] of datasets.entries()) {
    const onStep = (part: number) => onProgress((READING * (index + part)) / datasets.length);
    const setting = { currency: reportedIn(model.model, currency), home, onStep, turn };
    results.push(await new DatasetExaminer(readings, examined, setting).examine());
  }
  const families = results.flatMap((result) => result.families);
  const found: InsightContent[] = [];
  for (const { build } of withoutRepeats(await findDiscoveries(families, WORKING_RATE, turn))) {
    found.push(build());
    await turn();
  }
  const findings = ranked([...found, ...results.flatMap(({ seen }) => seen)]);
  const totals = results.flatMap((result) => result.totals);
  const explained: InsightContent[] = [];
  for (const finding of findings) explained.push(await explain(readings, totals, finding));
  await onProgress(1);
  return {
    findings: explained,
    examined: {
      datasets: results.length,
      measures: results.reduce((sum, { measures }) => sum + measures, 0),
      dimensions: results.reduce((sum, { dimensions }) => sum + dimensions, 0),
      tests: families.reduce((sum, family) => sum + testsOf(family), 0),
      rate: RATE,
      limits: results.flatMap(({ limits }) => limits),
    },
  };
}

/** A change of a total with what it is due to. */
async function explain(
  readings: Readings,
  totals: readonly TotalSeries[],
  finding: InsightContent,
): Promise<InsightContent> {
  const total = totals.find(
    ({ examined, measure }) =>
      examined.dataset.name === finding.dataset.name && measure.measure.name === finding.measure?.name,
  );
  if (!total || finding.member !== null || (finding.kind !== 'change' && finding.kind !== 'anomaly')) return finding;
  const { examined, measure, course, values } = total;
  const to = course.periods.length - 1;
  const lag = finding.kind === 'change' ? lagOf(total) : 1;
  const change: Explained = { examined, measure, course, from: to - lag, to, before: values.at(-1 - lag)! };
  return withDrivers(finding, change, await explainChange(readings, change));
}
