import {
  aggregateQuery,
  calculation,
  dimensionRequest,
  filter,
  model,
  semanticQuery,
  sqlQuery,
  tile,
} from '@rise/contract';
import { reportDocument } from '@rise/contract';
import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { examplesIn, GUIDE_PAGES, guideExamples } from '../../tests/support/model-guide.ts';
import { readModel } from './read-model.ts';
import { expandShared, sharedIn } from './shared-definitions.ts';

type Part = Record<string, unknown>;

/** Pages about commands and keys, which have no example of a document or query. */
const WITHOUT_EXAMPLES = ['exchange', 'required-keys', 'versions'];
/** Queries and parts of them within a sentence. */
const INLINE = /`(\{ "[^`]+\})`/g;

const title = { en: 'T' };
const listOf = (value: unknown) => (Array.isArray(value) ? value : []) as Part[];
/** With what an example leaves out. */
const complete = (own: Part, needed: Part): Part => ({ ...needed, ...own });
const measure = (own: Part) =>
  complete(own, { ...(!own['kind'] && { kind: 'count' }), title, definition: title, format: { unit: 'number' } });
const dimension = (own: Part | string) => (typeof own === 'string' || 'use' in own ? own : complete(own, { title }));
const dataset = (own: Part): Part => ({
  ...complete(own, { name: 'd', title, description: title, owner: 'Finance' }),
  ...(!own['query'] && { table: own['table'] ?? 't' }),
  dimensions: listOf(own['dimensions']).map(dimension),
  measures: listOf(own['measures']).map(measure),
});

/** A model with the parts of an example: those of a model where they belong, all others in a dataset. */
function modelWith(example: Part): Part {
  const entries = Object.entries(example);
  const own = Object.fromEntries(entries.filter(([key]) => key in model.shape && key !== 'name'));
  const ofDataset = Object.fromEntries(entries.filter(([key]) => !(key in model.shape)));
  const written = 'datasets' in own ? listOf(own['datasets']) : [ofDataset];
  const datasets = expandShared(written.map(dataset), sharedIn(example), (_, message) => {
    throw new Error(message);
  });
  const combined = listOf(own['combined']).map((item) => ({
    ...item,
    measures: listOf(item['measures']).map(measure),
  }));
  return { name: 'm', title, description: title, ...own, datasets, combined };
}

/** What the schema of an example's kind says about it: a model or a part of one, measures, or tiles of a report. */
function check(example: unknown): z.ZodSafeParseResult<unknown> {
  if (Array.isArray(example))
    return listOf(example).some((item) => 'id' in item)
      ? tile.array().safeParse(example)
      : model.safeParse(modelWith({ measures: example }));
  const own = example as Part;
  if ('customMeasures' in own && 'parameters' in own)
    return reportDocument.pick({ customMeasures: true, parameters: true }).safeParse(own);
  if ('customMeasures' in own)
    return reportDocument.pick({ customMeasures: true, measures: true, pages: true }).safeParse(own);
  if ('defaultPeers' in own) return reportDocument.pick({ peers: true, defaultPeers: true }).safeParse(own);
  return model.safeParse(modelWith(own));
}

/** Whether a text is a part of a query: a filter, a dimension, a period to compare with, or some of its keys. */
const isPartOfQuery = (part: unknown) =>
  [filter, dimensionRequest, aggregateQuery.partial()].some((schema) => schema.safeParse(part).success) ||
  calculation.safeParse({ name: 'c', kind: 'compare', measure: 'm', with: part }).success;

describe.each([...GUIDE_PAGES])('docs/%s', (path, page) => {
  // A document with a template is composed below.
  const documents = examplesIn(page, 'yaml').filter((text) => !text.startsWith('extends:'));
  const queries = examplesIn(page, 'json');
  const parts = [...page.matchAll(INLINE)].map(([, text]) => text!);

  it('has examples that fit the schemas', () => {
    for (const text of documents)
      expect(check(parse(text.replaceAll(', … }', ' }'))).error?.issues ?? [], text).toEqual([]);
    for (const text of queries) {
      const query = JSON.parse(text) as object;
      const schema = 'sql' in query ? sqlQuery : semanticQuery;
      expect(schema.safeParse(query).error, text).toBeUndefined();
    }
    for (const text of parts) expect(isPartOfQuery(JSON.parse(text)), text).toBe(true);
    const isWithout = WITHOUT_EXAMPLES.some((name) => path === `model/${name}.md`);
    expect(examplesIn(page, 'yaml').length + queries.length + parts.length > 0).toBe(!isWithout);
  });

  it('is listed in the index', () => {
    expect(path).toMatch(/^model(\/[a-z-]+)?\.md$/);
    if (path !== 'model.md') expect(GUIDE_PAGES.get('model.md')!.split(`](${path})`)).toHaveLength(2);
  });
});

it('the example of a document that extends a template changes, hides and adds', () => {
  const [text] = guideExamples('Templates', 'yaml');
  const measures = [
    { name: 'total_assets', kind: 'sum', expression: 'assets' },
    { name: 'late', kind: 'sum', expression: 'amount', where: 'days >= :late_days' },
    { name: 'indirect_share', kind: 'sum', expression: 'indirect' },
  ];
  const template = modelWith({
    name: 'ncua_call_report',
    parameters: [{ name: 'late_days', title, type: 'integer', default: 60 }],
    datasets: [
      { name: 'call_report', measures },
      { name: 'deposits', measures: [{ name: 'rows', kind: 'count' }] },
    ],
  });
  const written = text.replace(', … }', ', title: { en: L }, definition: { en: L }, format: { unit: percent } }');
  expect(written).not.toBe(text);
  const composed = readModel({ text: written, file: 'own.yaml', template: JSON.stringify(template) });
  expect(composed.parameters).toMatchObject([{ name: 'late_days', type: 'integer', default: 45 }]);
  const [report, ...others] = composed.datasets;
  expect(others).toEqual([]);
  expect(report!.measures.map(({ name, title: { en } }) => [name, en])).toEqual([
    ['total_assets', 'Assets'],
    ['late', 'T'],
    ['late_share', 'L'],
  ]);
  expect([report!.joins, report!.rules]).toMatchObject([[{ table: 'branch' }], [{ name: 'small' }]]);
});
