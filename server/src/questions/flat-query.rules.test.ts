import { beforeAll, describe, expect, test } from 'vitest';
import { cardOf, findValues, nearestNames, scoreFields } from './fields.rules.ts';
import { flatQuery, toSemanticQuery } from './flat-query.rules.ts';
import { matchWords } from './matches.rules.ts';
import { ncuaSubject, type Subject } from './testing/evaluation.ts';
import { tokensOf } from './tokens.rules.ts';

let subject: Subject;
beforeAll(async () => {
  subject = await ncuaSubject();
}, 60_000);
const read = (flat: object) => toSemanticQuery(flatQuery.parse({ dataset: 'call_report', ...flat }), subject.lexicon);

describe('a flat query', () => {
  test('becomes a semantic query: conditions on dimensions, on measures and on time are kept apart', () => {
    expect(
      read({
        measures: ['members'],
        group_by: ['state', 'as_of.quarter'],
        filters: [
          { field: 'charter_type', op: 'in', values: [1] },
          { field: 'total_loans', op: 'gt', values: [1e9] },
        ],
        last: 2,
        unit: 'quarter',
        limit: 5,
      }),
    ).toMatchObject({
      kind: 'aggregate',
      dimensions: ['state', { field: 'as_of', grain: 'quarter' }],
      filter: {
        all: [
          { field: 'charter_type', values: [1] },
          { field: 'as_of', during: { last: 2, unit: 'quarter' } },
        ],
      },
      having: { measure: 'total_loans', op: 'gt', values: [1e9] },
      order: [{ field: 'members', direction: 'desc' }],
      limit: 5,
    });
  });

  test.each<[object, RegExp]>([
    [{ dataset: 'call_reports' }, /no dataset 'call_reports'\. The nearest: call_report/],
    [{ measures: ['member_count'] }, /no measure 'member_count'\. The nearest: .*\bmembers\b/],
    [{ measures: ['members'], group_by: ['states'] }, /no dimension 'states'\. The nearest: state/],
    [{ measures: ['members'], group_by: ['state.quarter'] }, /is no date/],
    [{ measures: ['members'], group_by: ['as_of.decade'] }, /no unit/],
    [{ measures: ['members'], filters: [{ field: 'total_loans', op: 'contains', values: ['x'] }] }, /is a measure/],
    [{ measures: ['members'], last: 2 }, /needs a `unit`/],
    [{ measures: ['members'], last: 2, unit: 'year', since: '2025-01-01' }, /Choose one/],
    [{ measures: ['members'], group_by: ['state'], order_by: 'total_loans' }, /Order by what the query shows/],
    [{ measures: ['zzzzzz'] }, /Look it up with find_fields/],
  ])('%j is refused with what to write instead', (flat, message) => {
    expect(() => read(flat)).toThrow(message);
  });
});

describe('fields', () => {
  const find = (text: string) =>
    scoreFields(matchWords(tokensOf(text), subject.lexicon), subject.lexicon).map(({ name }) => name);

  test.each([
    ['members by state', ['members', 'state']],
    ['delinqency ratio', ['delinquency_ratio']],
    ['takip oranı', ['delinquency_ratio']],
  ])('%s finds %j first', (text, names) => {
    expect(find(text).slice(0, 4)).toEqual(expect.arrayContaining(names));
  });

  test('are described with what the model says of them', () => {
    const dataset = subject.lexicon.datasets.find(({ name }) => name === 'call_report')!;
    expect(cardOf(dataset, 'delinquency_ratio', 'en')).toMatchObject({ kind: 'measure', format: { unit: 'percent' } });
    const region = cardOf(dataset, 'region', 'tr');
    expect(region).toMatchObject({ kind: 'dimension' });
    expect(region!.values!.length).toBeGreaterThan(2);
    expect(cardOf(dataset, 'salary', 'en')).toBeNull();
  });

  test('are searched for values by the beginnings of words', () => {
    const dataset = subject.lexicon.datasets.find(({ name }) => name === 'call_report')!;
    expect(findValues(dataset, 'name', 'fed navy').map(({ value }) => value)).toEqual(['NAVY FEDERAL CREDIT UNION']);
    expect(findValues(dataset, 'state', 'tex')).toMatchObject([{ value: 'TX' }]);
    expect(findValues(dataset, 'name', ' . ')).toEqual([]);
  });

  test('that are misspelled have nearest names', () => {
    expect(nearestNames('total_asset', ['members', 'total_assets', 'total_loans'])[0]).toBe('total_assets');
    expect(nearestNames('qqq', ['members', 'total_assets'])).toEqual([]);
  });
});
