import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import { ModelError } from '../../src/errors.ts';
import { historyText, JOINS, openBranchHistory } from '../support/branch-history.ts';
import type { BranchHistory } from '../support/branch-history.ts';
import { keyIssues } from '../support/key-issues.ts';

let history: BranchHistory;
beforeAll(async () => {
  history = await openBranchHistory();
});
afterAll(() => history.close());

describe('a model with valid rows', () => {
  const issuesOf = (yaml: string, catalog: Parameters<typeof readModel>[0]['catalog'] = null) => {
    try {
      readModel({ text: yaml, file: 'bank.yaml', catalog });
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
      throw error;
    }
    return [];
  };
  const join = (what: string) => historyText({ joins: `${JOINS}  - { table: rate, as: other, ${what} }\n` });
  const at = 'datasets.0.joins.5';

  it.each([
    ['on: []', `${at}.on: Name the columns that both tables have as 'on'.`],
    [
      'valid: { at: day, from: quoted_on, until: quoted_on }, latest: { at: day, by: quoted_on }',
      `${at}.latest: A join takes the valid row or the latest one. Leave 'valid' or 'latest' out.`,
    ],
    [
      'relationship: one_to_one, latest: { at: day, by: quoted_on }',
      `${at}.relationship: Without 'on', all rows share the rows of the joined table. Leave 'relationship' out.`,
    ],
    [
      'latest: { at: amount, by: rate, type: number, carry: { days: 3 } }',
      `${at}.latest.carry: 'carry' counts days, so it needs the type 'date'. Leave one of them out.`,
    ],
    ['latest: { at: day }', `${at}.latest.by: 'by' is missing: write a text.`],
    [
      'valid: { at: day, from: quoted_on, until: quoted_on, ends: open }',
      `${at}.valid.ends: 'open' is not possible here. Write one of 'inclusive', 'exclusive'.`,
    ],
  ])('%s: is rejected with the remedy', (what, message) => {
    expect(issuesOf(join(what))).toContain(message);
  });

  it('is checked against the columns and their types', async () => {
    const catalog = await history.warehouse.engine.catalogs.read(history.warehouse.versions.duckdb);
    expect(issuesOf(historyText(), catalog)).toEqual([]);
    expect(issuesOf(join('latest: { at: dy, by: quotd_on }'), catalog)).toEqual([
      `${at}.latest.at: The table 'booking' has no column 'dy'. Did you mean 'day'?`,
      `${at}.latest: The table 'rate' has no column 'quotd_on'. Did you mean 'quoted_on'?`,
    ]);
    expect(issuesOf(join('valid: { at: amount, from: quoted_on, until: rate }'), catalog)).toEqual([
      `${at}.valid: 'booking.amount' is an exact number, but with the type 'date' it has to be a day. Name another column, or set the type of all of them.`,
      `${at}.valid: 'other.rate' is an exact number, but with the type 'date' it has to be a day or a time. Name another column, or set the type of all of them.`,
    ]);
    expect(issuesOf(join('latest: { at: day, by: quoted_on, type: number }'), catalog)[0]).toBe(
      `${at}.latest: 'booking.day' is a day, but with the type 'number' it has to be a number. Name another column, or set the type of all of them.`,
    );
  });

  const issues = (joins: string) => keyIssues(history.warehouse, parseModel(historyText({ joins }), 'bank.yaml'));

  it('rejects overlapping rows of a key', async () => {
    expect(await issues(JOINS)).toEqual([]);
    expect(await issues(JOINS.replace("where: status = 'open',", ''))).toEqual([
      "datasets.0.joins.0.valid: One value of branch_id has rows of 'branch_history' that overlap, such as 'b': one is valid from 2020-01-01 until 2024-12-31, another from 2024-01-01 on. A row of the dataset would be counted for each of them. If rows end where the next ones begin, set ends: exclusive. Otherwise correct them, or add a condition as 'where'.",
    ]);
    expect(await issues(JOINS.replace('ends: exclusive, ', ''))).toEqual([
      "datasets.0.joins.2.valid: Rows of 'size_band' overlap, such as one is valid from 200 until 600, another from 600 on. A row of the dataset would be counted for each of them. If rows end where the next ones begin, set ends: exclusive. Otherwise correct them, or add a condition as 'where'.",
    ]);
    const twice = JOINS.replace('by: quoted_on', 'by: rate, type: number').replace('at: day, by: rate', 'at: amount, by: rate').replace(', carry: { days: 7 }', ''); // prettier-ignore
    expect(await issues(twice)).toEqual([]);
    const once = JOINS.replace('key: code }], latest', 'key: code }], relationship: one_to_one, latest');
    expect(await issues(once)).toEqual([
      "datasets.0.joins.1.relationship: 2 values of currency occur in several rows of 'booking', so the join to 'rate' is not one to one. Leave 'relationship' out: each row of 'rate' then counts once.",
    ]);
  });

  it('rejects several latest rows of a key and date', async () => {
    const joins = `${JOINS}  - { table: branch_history, as: newest, on: [branch_id], latest: { at: day, by: valid_until } }\n  - { table: rate, as: any_rate, latest: { at: day, by: quoted_on } }\n`; // prettier-ignore
    expect(await issues(joins)).toEqual([
      "datasets.0.joins.6.latest: 2 values of quoted_on occur in several rows of 'rate', so it is unclear which of them is the latest. Add the columns that identify its rows to 'on', or a condition as 'where'.",
    ]);
  });
});
