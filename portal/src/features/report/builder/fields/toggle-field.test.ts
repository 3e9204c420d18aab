import type { CatalogDataset, ReportDocument, Tile } from '@rise/contract';
import { applyChange } from '@rise/contract/report-operations';
import { tilesOf } from '@rise/contract/report-pages';
import { describe, expect, it } from 'vitest';
import { obstacleFor, withLook } from '../settings/looks.rules.ts';
import { type DataTile, selectionOf, suggest, titleFor, withSelection } from './fields.rules.ts';
import { toggleField } from './toggle-field.ts';

const measure = (name: string, unit: 'percent' | 'currency' | 'count') =>
  ({
    name,
    title: { en: name.toUpperCase(), tr: `${name} TR` },
    format: { unit },
  }) as CatalogDataset['measures'][number];
const dimension = (name: string, type: 'string' | 'date' | 'integer' = 'string') =>
  ({ name, type, title: { en: name.toUpperCase() } }) as CatalogDataset['dimensions'][number];
const DATASET = {
  name: 'loans',
  title: { en: 'Loans' },
  dimensions: [dimension('state'), dimension('branch'), dimension('day', 'date'), dimension('size', 'integer')],
  measures: [measure('ratio', 'percent'), measure('amount', 'currency'), measure('loans', 'count')],
} as unknown as CatalogDataset;
const EMPTY: ReportDocument = {
  title: { en: 'R' },
  purpose: { en: 'R' },
  dataset: 'members',
  peers: [],
  filters: [],
  measures: [],
  pages: [{ id: 'page', title: { en: 'P' }, rows: [] }],
};
const DAY = { field: 'day', grain: 'month' as const, fill: false };
const look = (measures: string[], dimensions: (string | typeof DAY)[]) => {
  const found = suggest({ measures, dimensions }, DATASET);
  return found && (found.kind === 'chart' ? found.shape : found.kind);
};

describe('what is suggested', () => {
  it.each([
    [['ratio'], [], 'figures'],
    [['ratio', 'amount'], [], 'figures'],
    [['ratio'], [DAY], 'line'],
    [['amount'], [DAY, 'state'], 'line'],
    [['ratio', 'amount'], [DAY], 'combo'],
    [['ratio'], ['state'], 'bar'],
    [['amount'], ['size'], 'column'],
    [['amount'], ['state', 'branch'], 'heat_map'],
    [['ratio', 'amount'], ['state'], 'combo'],
    [['ratio', 'amount', 'loans'], ['state'], 'table'],
    [['ratio', 'amount'], ['state', 'branch'], 'table'],
    [['ratio'], ['state', 'branch', 'size'], 'table'],
    [[], ['state'], null],
  ])('for %j by %j is %s', (measures, dimensions, expected) => {
    expect(look(measures, dimensions)).toBe(expected);
  });
});

/** Clicks on fields, each in the tile that the one before selected. */
function click(...names: string[]) {
  let document = EMPTY;
  let selected: Tile | null = null;
  for (const name of names) {
    const isMeasure = DATASET.measures.some((one) => one.name === name);
    const field = isMeasure
      ? { kind: 'measure' as const, field: DATASET.measures.find((one) => one.name === name)! }
      : { kind: 'dimension' as const, field: DATASET.dimensions.find((one) => one.name === name)! };
    const result = toggleField({ document, page: 'page', selected, isChosen: false, field, dataset: DATASET });
    if (!result) return { document, tile: selected };
    document = applyChange(document, result.operations).document;
    selected = tilesOf(document).find(({ id }) => id === result.select) ?? null;
  }
  return { document, tile: selected };
}

describe('clicks on fields', () => {
  it('show a figure, divide it, and take the dataset for an empty report', () => {
    const { document, tile } = click('ratio', 'state');
    expect(document.dataset).toBe('loans');
    expect(document.pages[0]!.rows).toHaveLength(1);
    expect(document.pages[0]!.rows[0]!.height).toBeGreaterThan(0);
    expect(tile).toMatchObject({
      kind: 'chart',
      shape: 'bar',
      category: 'state',
      measures: ['ratio'],
      title: { en: 'RATIO by state', tr: 'ratio TR – state bazında' },
    });
    expect(tile).not.toHaveProperty('dataset');
  });

  it('count rows where a dimension comes first', () => {
    expect(click('branch').tile).toMatchObject({ kind: 'chart', category: 'branch', measures: ['loans'] });
  });

  it('take a field out again, but never the last measure', () => {
    expect(click('ratio', 'state', 'state').tile).toMatchObject({ kind: 'figures', measures: ['ratio'] });
    expect(click('ratio', 'ratio').tile).toMatchObject({ kind: 'figures', measures: ['ratio'] });
  });

  it('keep a title that the author wrote', () => {
    const { document, tile } = click('ratio');
    const named = { ...tile!, title: { en: 'Capital' } } as Tile;
    const field = { kind: 'dimension' as const, field: DATASET.dimensions[0]! };
    const result = toggleField({
      document: applyChange(document, [{ type: 'replace-tile', tile: named }]).document,
      page: 'page',
      selected: named,
      isChosen: false,
      field,
      dataset: DATASET,
    })!;
    expect(result.operations[0]).toMatchObject({ tile: { title: { en: 'Capital' }, category: 'state' } });
  });

  it('name the dataset of a tile where the report has another', () => {
    const { document } = click('ratio');
    const other = { ...document, dataset: 'members' };
    const field = { kind: 'measure' as const, field: DATASET.measures[1]! };
    const result = toggleField({
      document: other,
      page: 'page',
      selected: null,
      isChosen: false,
      field,
      dataset: DATASET,
    })!;
    expect(result.operations[0]).toMatchObject({ type: 'insert-tile', tile: { dataset: 'loans' } });
  });
});

describe('a look', () => {
  const table = withLook(click('amount', 'state').tile as DataTile, 'table', {
    measures: ['amount'],
    dimensions: ['state'],
  });

  it('keeps what is shown', () => {
    expect(table).toMatchObject({ kind: 'table', dimensions: ['state'], measures: ['amount'] });
    expect(selectionOf(withLook(table, 'pie', selectionOf(table)))).toEqual(selectionOf(table));
  });

  it('says what it lacks', () => {
    expect(obstacleFor('scatter', { measures: ['amount'], dimensions: ['state'] })).toBe('twoMeasures');
    expect(obstacleFor('heat_map', { measures: ['amount'], dimensions: ['state'] })).toBe('twoDimensions');
    expect(obstacleFor('line', { measures: ['amount'], dimensions: [] })).toBe('aDimension');
    expect(obstacleFor('pie', { measures: ['amount', 'loans'], dimensions: ['state'] })).toBe('oneMeasure');
    expect(obstacleFor('bar', { measures: ['amount'], dimensions: ['state'] })).toBeNull();
  });

  it('that was chosen stays while it can show the selection', () => {
    const columns = { measures: ['amount'], dimensions: ['state', 'branch'] };
    expect(withSelection(table, columns)).toMatchObject({ kind: 'table', dimensions: ['state', 'branch'] });
    expect(withSelection(table, { measures: ['amount'], dimensions: [] })).toBeNull();
  });
});

it('titles name at most three fields', () => {
  expect(titleFor({ measures: ['ratio', 'amount', 'loans', 'x'], dimensions: [] }, DATASET).en).toBe(
    'RATIO, AMOUNT, LOANS',
  );
});
