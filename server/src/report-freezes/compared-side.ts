import { FREEZE_CAUSES, type FreezeCause, type FrozenContent, type Report, type ReportState } from '@rise/contract';
import type { Warehouse, WarehouseParts } from '../warehouse/warehouse.service.ts';
import type { Results } from './complete-run.ts';
import { canonicalJson, type Manifest } from './manifest.rules.ts';

/** A report at one time: everything that its figures are computed from. */
export interface ComparedSide {
  readonly report: Report;
  readonly state: ReportState;
  readonly dataVersion: number;
  /** Whether the data is in an external warehouse, which has no former versions. */
  readonly external: boolean;
  readonly modelHash: string;
  readonly settings: NonNullable<WarehouseParts['settings']>;
  readonly today: string;
  /** Version of the program that computed the results. */
  readonly software: string;
  /** Null: they are computed now. */
  readonly results: Results | null;
}

export function frozenSide(manifest: Manifest, { report, state, results }: FrozenContent): ComparedSide {
  const { data, model, parameters, mappings, calendar, currency, today, software } = manifest;
  return {
    report,
    state,
    results,
    today,
    software,
    dataVersion: data.version,
    external: data.external,
    modelHash: model.hash,
    settings: {
      revision: 0,
      mappings,
      calendar,
      currency,
      parameters: parameters.values,
      parametersVersion: parameters.version,
    },
  };
}

/** The report as it is now, with the selections of a freeze. */
export function currentSide(
  report: Report,
  { version, connection, modelHash, tenantSettings }: Warehouse,
  { state, today, software }: Pick<ComparedSide, 'state' | 'today' | 'software'>,
): ComparedSide {
  const { parameters, parametersVersion, versions: mappings, calendar, currency } = tenantSettings;
  return {
    report,
    state,
    today,
    software,
    modelHash,
    dataVersion: version.number,
    external: connection !== null,
    settings: { revision: 0, mappings, calendar, currency, parameters, parametersVersion },
    results: null,
  };
}

/** By cause, what it is about. The program is no part of it: another one is not at hand. */
const PARTS: Record<Exclude<FreezeCause, 'software'>, (side: ComparedSide) => unknown> = {
  data: ({ dataVersion }) => dataVersion,
  mappings: ({ settings }) => settings.mappings,
  parameters: ({ settings }) => settings.parameters,
  settings: ({ settings: { calendar, currency } }) => [calendar, currency],
  day: ({ today }) => today,
  model: ({ modelHash }) => modelHash,
  report: ({ report }) => report.document,
  selections: ({ state }) => state,
};

/** What differs between two sides, in the order in which it is exchanged. */
export function causesBetween(a: ComparedSide, b: ComparedSide): Exclude<FreezeCause, 'software'>[] {
  return FREEZE_CAUSES.filter((cause) => cause !== 'software').filter(
    (cause) => canonicalJson(PARTS[cause](a)) !== canonicalJson(PARTS[cause](b)),
  );
}

/** The first side with the parts of the second one that these causes are about; what is computed, not what is stored. */
export function mixOf(a: ComparedSide, b: ComparedSide, taken: ReadonlySet<FreezeCause>): ComparedSide {
  const of = (cause: FreezeCause) => (taken.has(cause) ? b : a);
  const { parameters, parametersVersion } = of('parameters').settings;
  const { calendar, currency } = of('settings').settings;
  return {
    report: of('report').report,
    state: of('selections').state,
    dataVersion: of('data').dataVersion,
    external: of('data').external,
    modelHash: of('model').modelHash,
    settings: {
      revision: 0,
      parameters,
      parametersVersion,
      calendar,
      currency,
      mappings: of('mappings').settings.mappings,
    },
    today: of('day').today,
    software: a.software,
    results: null,
  };
}
