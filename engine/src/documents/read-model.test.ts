import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tilesOf } from '@rise/contract';
import { parse, stringify } from 'yaml';
import { SAMPLE_DIR } from '../../tests/support/sample-warehouse.ts';
import { ModelError } from '../errors.ts';
import { parseModel, parseReport } from './read-model.ts';
import { guideExamples } from '../../tests/support/model-guide.ts';

const YAML = readFileSync(join(SAMPLE_DIR, 'model.yaml'), 'utf8');

function issuesOf(text: string): string[] {
  try {
    parseModel(text, 'model.yaml');
  } catch (error) {
    if (error instanceof ModelError)
      return error.issues.map((issue) => `${issue.line} ${issue.path}: ${issue.message}`);
    throw error;
  }
  return [];
}
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

describe('the sample’s model', () => {
  it('is valid, and so are its reports', () => {
    const model = parseModel(YAML, 'model.yaml');
    for (const file of readdirSync(join(SAMPLE_DIR, 'reports'))) {
      expect(
        tilesOf(parseReport(readFileSync(join(SAMPLE_DIR, 'reports', file), 'utf8'), file, model)).length,
      ).toBeGreaterThan(0);
    }
  });

  it('has both languages everywhere, an owner for each measure, and annual income over average balances', () => {
    const dataset = parseModel(YAML, 'model.yaml').datasets[0]!;
    for (const field of [...dataset.dimensions, ...dataset.measures]) expect(field.title.tr, field.name).toBeTruthy();
    const averages = new Set(dataset.measures.flatMap(({ kind, name }) => (kind === 'average_balance' ? [name] : [])));
    for (const measure of dataset.measures) {
      expect([measure.definition.tr, measure.owner, measure.source].every(Boolean), measure.name).toBe(true);
      if (measure.kind === 'ratio' && measure.annualise)
        expect(
          measure.denominator.every((term) => averages.has(term.measure)),
          measure.name,
        ).toBe(true);
    }
  });
});

describe('an invalid model', () => {
  it.each([
    [
      'numerator: [{ measure: delinquent_60 }]',
      'numerator: [{ measure: delinquent_06 }]',
      /numerator\.0\.measure: There is no measure 'delinquent_06' in 'call_report'\. Did you mean 'delinquent_60'\?/,
    ],
    ['- name: members\n', '- name: charter\n', /name: The name 'charter' is used twice/],
    [
      '{ table: fs220p, on: [CU_NUMBER, CYCLE_DATE], relationship: one_to_one }',
      '{ table: fs220x, on: [CU_NUMBER] }',
      /The table 'fs220p' is not part of 'call_report'\. Add it under joins\./,
    ],
    ['kind: count', 'kind: counted', /datasets\.0\.measures\.0\.kind/],
    [
      'dimension: charter_type',
      'dimension: charter_kind',
      /classifies\.dimension: There is no dimension 'charter_kind' in 'call_report'/,
    ],
    [
      'dimension: charter_type\n          values: [1, 2]',
      'dimension: charter_type\n          values: [x]',
      /values\.0: .*whole numbers/,
    ],
    ['from: 50000000,', 'from: 5,', /bands\.2\.from: List the bands from the lowest to the highest/],
    ['annualise: true', 'annualize: true', /annualize/],
  ])('%s → %s is refused with line and remedy', (good, bad, message) => {
    const text = YAML.replace(good, bad);
    expect(text).not.toBe(YAML);
    const issues = issuesOf(text);
    expect(issues.join('\n')).toMatch(message);
    for (const issueAt of issues) expect(issueAt).toMatch(/^\d+ /);
  });

  it('reports the line of a misspelled name', () => {
    const text = YAML.replace('measure: recoveries, factor: -1', 'measure: recovreies, factor: -1');
    expect(issuesOf(text)[0]).toMatch(new RegExp(`^${lineOf(text, 'recovreies')} `));
  });

  it('is refused for a cycle or a ratio of ratios', () => {
    const circle = YAML.replace('terms: [{ measure: charge_offs },', 'terms: [{ measure: net_charge_offs },');
    expect(issuesOf(circle).join()).toMatch(/'net_charge_offs' is defined by itself/);
    const ratios = YAML.replace('numerator: [{ measure: delinquent_60 }]', 'numerator: [{ measure: loan_to_share }]');
    expect(issuesOf(ratios).join()).toMatch(/'loan_to_share' is a ratio and cannot be added up/);
  });

  it('reports the position of a YAML error', () => {
    expect(issuesOf('name: [1\ntitle: x')[0]).toMatch(/^\d+ : /);
  });
});

describe('a report', () => {
  const model = parseModel(YAML, 'model.yaml');
  const report = readFileSync(join(SAMPLE_DIR, 'reports', 'board-scorecard.yaml'), 'utf8');

  it('is refused with the line of each name that the model lacks', () => {
    const bad = report
      .replace('dimensions: [state]', 'dimensions: [stat]')
      .replace('size: total_assets', 'size: total_asset')
      .replace('count: institutions', 'count: institution');
    try {
      parseReport(bad, 'board.yaml', model);
      expect.unreachable();
    } catch (error) {
      const issues = (error as ModelError).issues;
      expect(issues.map((issue) => issue.path)).toEqual([
        'subject.size',
        'subject.count',
        'pages.0.rows.4.tiles.0.dimensions.0',
      ]);
      expect(issues[0]).toMatchObject({ file: 'board.yaml', line: lineOf(bad, 'size: total_asset') });
    }
  });

  it.each([
    ['like: [peer_group]', 'like: [low_income]', /like\.0 'low_income' is not among the report's peers\./],
    ['like: [peer_group]', 'like: [charter_type]', /where\.0\.field 'charter_type' chooses the default peers already/],
    ['values: [1, 2]', 'values: [1, b]', /values\.1 'charter_type' has whole numbers\. Write one instead of 'b'\./],
    [
      'field: charter_type, values: [1, 2]',
      'field: asset_band, values: [1b_10]',
      /'asset_band' has no value '1b_10'\. Did you mean '1b_10b'\?/,
    ],
    [
      '{ field: asset_band, from: 10m_50m }',
      '{ field: asset_band, from: 10m }',
      /minimum\.from 'asset_band' has no bucket/,
    ],
    ['{ field: asset_band, from: 10m_50m }', '{ field: state, from: CA }', /minimum\.field 'state' has no buckets\./],
  ])('is refused for peers and minimums that it does not offer: %s → %s', (good, bad, message) => {
    const text = report.replace(good, bad);
    expect(text).not.toBe(report);
    const issues = (() => {
      try {
        parseReport(text, 'board.yaml', model);
        return [];
      } catch (error) {
        return (error as ModelError).issues;
      }
    })();
    expect(issues.map(({ path, message: detail }) => `${path} ${detail}`).join('\n')).toMatch(message);
  });
});

describe('the examples of the documentation', () => {
  const examples = [...guideExamples('Comparisons of members', 'yaml')];
  type Named = Record<string, unknown>;
  const exampleOf = (part: string): unknown => {
    const found = examples.filter((text) => text.includes(part));
    expect(found, part).toHaveLength(1);
    return parse(found[0]!);
  };
  const model = parseModel(YAML, 'model.yaml');
  const document = parse(readFileSync(join(SAMPLE_DIR, 'reports', 'board-scorecard.yaml'), 'utf8')) as Named;
  const onPage = (tiles: unknown) => ({ pages: [{ id: 'page', title: { en: 'P' }, rows: [{ id: 'row', tiles }] }] });
  const readReport = (parts: Named) => parseReport(stringify({ ...document, ...parts }), 'report.yaml', model);

  it('choose default peers', () => {
    const example = exampleOf('defaultPeers:') as Named;
    expect(readReport(example).defaultPeers).toEqual(example['defaultPeers']);
  });

  it('give a ranking a minimum', () => {
    const tiles = exampleOf('kind: ranking');
    expect(tilesOf(readReport(onPage(tiles)))).toMatchObject([{ minimum: { field: 'asset_band', from: '10m_50m' } }]);
  });

  it('define measures of a report, which are checked', () => {
    const example = parse(guideExamples('Measures of a report', 'yaml')[0]) as Named;
    expect(readReport(example)).toMatchObject(example);
    const issuesOf = (parts: Named) => {
      try {
        readReport({ ...example, ...parts });
        return [];
      } catch (error) {
        return (error as ModelError).issues.map(({ path, message }) => `${path}: ${message}`);
      }
    };
    const [loans, share] = example['customMeasures'] as [Named, Named];
    const { subject } = document as { subject: Named };
    const list = { id: 'list', kind: 'rows', title: { en: 'L' }, columns: ['name', 'commercial_share'] };
    expect(issuesOf({ customMeasures: [share] })).toEqual([
      expect.stringMatching(/^customMeasures.0.expression: .*There is no measure 'commercial_loans'/),
    ]);
    const counted = {
      ...loans,
      kind: 'filtered',
      measure: 'asets',
      filter: { field: 'stat', op: 'in', values: ['TX'] },
    };
    delete (counted as Named)['expression'];
    expect(issuesOf({ customMeasures: [counted], measures: ['net_worth_ratio'], ...onPage([list]) })).toEqual([
      expect.stringMatching(/^customMeasures.0.measure: There is no measure 'asets'/),
      expect.stringMatching(/^customMeasures.0.filter.field: .*Did you mean 'state'/),
      expect.stringMatching(/^pages.0.rows.0.tiles.0.columns.1: There is no dimension or measure 'commercial_share'/),
    ]);
    expect(
      issuesOf({ customMeasures: [{ ...share, name: 'members', expression: 'total_loans / 2' }, loans, share] }),
    ).toEqual([expect.stringMatching(/^customMeasures.0.name: 'members' is a measure or dimension already/)]);
    expect(issuesOf(onPage([list]))).toEqual([
      "pages.0.rows.0.tiles.0.columns.1: 'commercial_share' is defined by the report, and rows have no value of it. List a measure of the dataset.",
    ]);
    expect(issuesOf({ subject: { ...subject, size: 'commercial_loans' } })).toEqual([
      "subject.size: 'commercial_loans' is defined by the report. Name a measure of the dataset.",
    ]);
  });

  it('limit classes to certain members', () => {
    const [measure] = exampleOf('classifies:') as [Named];
    const changed = parse(YAML) as { datasets: { measures: Named[] }[] };
    const measures = changed.datasets[0]!.measures;
    const place = measures.findIndex(({ name }) => name === measure['name']);
    measures[place] = { ...measures[place], ...measure };
    expect(parseModel(stringify(changed), 'model.yaml').datasets[0]!.measures[place]).toMatchObject(measure);
  });
});
