import type { CatalogDataset, Filter } from '@rise/contract';
import { type Document, isMap, isSeq, type YAMLMap } from 'yaml';
import { listIn, memberNode, nameIn, parseModelText, scalarIn, writeModelText } from '../../model-text/yaml-text.ts';

/** A filter as the form edits it: values of dimensions and one period, all of which have to hold. */
export interface TestFilter {
  readonly conditions: readonly { field: string; values: readonly string[] }[];
  readonly period: { field: string; since: string; until: string } | null;
}

/** A test that a text defines. */
export interface TextTest {
  readonly name: string;
  readonly titleEn: string;
  readonly titleTr: string;
  readonly dataset: string;
  readonly measure: string;
  /** Null where the text has a filter that the form cannot show, such as one with `any` or `not`. */
  readonly filter: TestFilter | null;
  readonly expect: string;
  readonly tolerance: string;
  readonly tolerancePercent: boolean;
}

export const NO_FILTER: TestFilter = { conditions: [], period: null };

/** The tests that a text itself defines, in its order; those of its template are not among them. Null: it is broken. */
export function testsInText(text: string): TextTest[] | null {
  const document = parseModelText(text);
  return document && testNodes(document).map(readTest);
}

function testNodes(document: Document): YAMLMap[] {
  const list = isMap(document.contents) ? document.contents.get('tests', true) : undefined;
  return isSeq(list) ? list.items.filter((item): item is YAMLMap => isMap(item)) : [];
}

function readTest(node: YAMLMap): TextTest {
  const value = (...path: string[]) => scalarIn(node, path) ?? '';
  const percent = scalarIn(node, ['tolerance', 'percent']);
  const filter = node.get('filter', true);
  return {
    name: value('name'),
    titleEn: value('title', 'en'),
    titleTr: value('title', 'tr'),
    dataset: value('dataset'),
    measure: value('measure'),
    filter: filter === undefined ? NO_FILTER : readFilter(isMap(filter) ? filter.toJSON() : null),
    expect: value('expect'),
    tolerance: percent ?? value('tolerance'),
    tolerancePercent: percent !== null,
  };
}

type Part = { field?: unknown; op?: unknown; values?: unknown; during?: { since?: unknown; until?: unknown } | null };

function readFilter(filter: unknown): TestFilter | null {
  const all = (filter as { all?: unknown } | null)?.all;
  const parts = (Array.isArray(all) ? all : [filter]) as (Part | null)[];
  const conditions: { field: string; values: string[] }[] = [];
  let period: TestFilter['period'] = null;
  for (const part of parts) {
    if (typeof part?.field !== 'string') return null;
    const { field, op, values, during } = part;
    if (op === 'in' && Array.isArray(values)) conditions.push({ field, values: values.map(String) });
    else if (during && isDays(during) && period === null)
      period = { field, since: String(during.since ?? ''), until: String(during.until ?? '') };
    else return null;
  }
  return { conditions, period };
}

const isDays = (during: object) => Object.keys(during).every((key) => key === 'since' || key === 'until');

const NUMBERS = new Set(['integer', 'decimal']);

/** The filter as it is written; undefined for none. Values get the types of their dimensions. */
export function toFilter({ conditions, period }: TestFilter, dataset: CatalogDataset | undefined): Filter | undefined {
  const typed = (field: string, value: string) => {
    const type = dataset?.dimensions.find(({ name }) => name === field)?.type;
    if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
    return type !== undefined && NUMBERS.has(type) && isShortNumber(value) ? Number(value) : value;
  };
  const parts: Filter[] = conditions
    .filter(({ field }) => field !== '')
    .map(({ field, values }) => ({ field, op: 'in', values: values.map((value) => typed(field, value)) }));
  if (period)
    parts.push({
      field: period.field,
      during: { ...(period.since && { since: period.since }), ...(period.until && { until: period.until }) },
    });
  return parts.length > 1 ? { all: parts } : parts[0];
}

/** Whether a number of the language keeps all digits of a text. */
const isShortNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').length <= 15;

/** A figure as it is written: a number, or a text where a number would lose digits. */
export const toExact = (text: string): string | number => {
  const plain = text.trim().replace(/^−/, '-').replace(',', '.');
  return isShortNumber(plain) ? Number(plain) : plain;
};

export interface NewTest {
  readonly dataset: string;
  readonly measure: string;
  readonly filter?: Filter | undefined;
  readonly figure: string | number;
}

/** Floating-point figures differ in their last digits from one computation to the next. */
const FLOATING = { percent: 0.0001 };

/** The text with a further test that expects a figure, and its name; null where the text is broken. */
export function addTest(
  text: string,
  { dataset, measure, filter, figure }: NewTest,
): { text: string; name: string } | null {
  const document = parseModelText(text);
  if (!document || !isMap(document.contents)) return null;
  const taken = new Set(testNodes(document).map(nameIn));
  let name = measure;
  for (let count = 2; taken.has(name); count += 1) name = `${measure.slice(0, 58)}_${count}`;
  const isFloating = typeof figure === 'number' && !Number.isInteger(figure);
  const node = memberNode(document, {
    name,
    dataset,
    measure,
    ...(filter && { filter }),
    expect: isFloating ? Number(figure.toPrecision(9)) : toExact(String(figure)),
    ...(isFloating && { tolerance: FLOATING }),
  });
  listIn(document, document.contents, 'tests').items.push(node);
  return { text: writeModelText(document), name };
}

/** Fields of a test; undefined removes one. */
export type TestPatch = Partial<{
  name: string;
  title: { en: string; tr?: string } | undefined;
  dataset: string;
  measure: string;
  filter: Filter | undefined;
  expect: string | number;
  tolerance: number | string | { percent: number } | undefined;
}>;

/** The text with other fields of one of its tests. Comments and everything else stay. */
export function writeTest(text: string, name: string, patch: TestPatch): string {
  const document = parseModelText(text);
  const node = document && testNodes(document).find((item) => nameIn(item) === name);
  if (!document || !node) return text;
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) node.delete(key);
    else {
      const created = document.createNode(value);
      if (isMap(created) || isSeq(created)) created.flow = true;
      node.set(key, created);
    }
  }
  return writeModelText(document);
}

export function removeTest(text: string, name: string): string {
  const document = parseModelText(text);
  const list = document && isMap(document.contents) ? document.contents.get('tests', true) : null;
  if (!document || !isSeq(list)) return text;
  const place = list.items.findIndex((item) => nameIn(item) === name);
  if (place === -1) return text;
  list.items.splice(place, 1);
  if (list.items.length === 0) document.delete('tests');
  return writeModelText(document);
}
