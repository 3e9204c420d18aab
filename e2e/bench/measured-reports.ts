import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptWith } from './command.ts';
import { DATA } from './project.ts';

type Tile = Record<string, unknown> & { kind: string; title: { en: string } };

const MEASURES = [
  'total_assets',
  'members',
  'net_worth_ratio',
  'delinquency_ratio',
  'return_on_assets',
  'loan_to_share',
];
const CATEGORIES = ['state', 'asset_band', 'charter_type', 'region', 'peer_group'];
const SHAPES = ['bar', 'column', 'treemap', 'heat_map', 'line'] as const;

const at = <T>(all: readonly T[], index: number): T => all[index % all.length]!;

/** Each second tile a chart, the others figures and tables. */
function tileOf(index: number): Tile {
  const [measure, category] = [at(MEASURES, index), at(CATEGORIES, index)];
  const title = { en: `Tile ${index + 1}` };
  if (index % 2 === 0) {
    const shape = at(SHAPES, index / 2);
    // A treemap is of parts, and a ratio has none.
    const measures = [shape === 'treemap' ? 'total_assets' : measure];
    const series = shape === 'heat_map' ? { series: at(CATEGORIES, index + 1) } : {};
    return { kind: 'chart', shape, title, category, measures, ...series };
  }
  if (index % 4 === 1) return { kind: 'figures', title, measures: MEASURES };
  return { kind: 'table', title, dimensions: [category], measures: MEASURES };
}

/** Forty tiles, two in a row. */
const FORTY = {
  title: { en: 'Forty tiles' },
  dataset: 'call_report',
  filters: ['state'],
  measures: MEASURES,
  tiles: Array.from({ length: 40 }, (_, index) => tileOf(index)),
};

/** Six charts, and a list that fills the other pages of fifteen. */
const PRINTED = {
  title: { en: 'Fifteen pages' },
  dataset: 'call_report',
  filter: { field: 'state', op: 'in', values: ['TX', 'CA', 'NM'] },
  tiles: [
    ...(['bar', 'column', 'line', 'treemap', 'heat_map', 'bar'] as const).map((shape, index) => ({
      kind: 'chart',
      shape,
      title: { en: `Chart ${index + 1}` },
      category: shape === 'heat_map' ? 'state' : 'asset_band',
      measures: ['total_assets'],
      ...(shape === 'heat_map' && { series: 'asset_band' }),
    })),
    {
      kind: 'rows',
      title: { en: 'Institutions' },
      columns: ['name', 'city', 'state', 'total_assets', 'members', 'total_loans', 'total_shares', 'net_income'],
    },
  ],
};

/** Days of transactions that have about 100,000 rows of ten million. */
export const LISTED = { field: 'booked_on', op: 'lt', values: ['2025-01-05'] } as const;
export const LISTED_COLUMNS = ['booked_on', 'branch', 'product', 'channel', 'member', 'amount'];
const LISTED_ROWS = {
  title: { en: 'Transactions listed' },
  dataset: 'transactions',
  filter: LISTED,
  tiles: [{ kind: 'rows', title: { en: 'Transactions' }, columns: LISTED_COLUMNS }],
};

export const MEASURED_REPORTS = { forty: FORTY, printed: PRINTED, listed: LISTED_ROWS } as const;

/** Puts one of the measured reports into a tenant. */
export async function plant(name: keyof typeof MEASURED_REPORTS, dataDirectory: string, tenant: string): Promise<void> {
  const { tiles, ...head } = MEASURED_REPORTS[name];
  const placed = tiles.map((tile, index) => ({ id: `tile-${index + 1}`, ...tile }));
  const rows = Array.from({ length: Math.ceil(placed.length / 2) }, (_, index) => {
    const pair = placed.slice(2 * index, 2 * index + 2);
    return { id: `row-${index + 1}`, tiles: pair.map((tile) => ({ ...tile, width: 12 / pair.length })) };
  });
  const document = {
    purpose: { en: 'To be measured.' },
    peers: [],
    filters: [],
    measures: [],
    ...head,
    pages: [{ id: 'page', title: { en: 'Page' }, rows }],
  };
  await mkdir(DATA, { recursive: true });
  const file = join(DATA, `report-${name}.json`);
  await writeFile(file, JSON.stringify(document));
  await scriptWith({ RISE_DATA: dataDirectory }, 'server/src/testing/plant-report.ts', tenant, file);
}
