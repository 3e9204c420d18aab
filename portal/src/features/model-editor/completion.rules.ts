import type { CatalogDataset, ModelTable } from '@rise/contract';

/** Fields of members by their list, in the order in which they are usually written. `''` is the model itself. */
export const KEYS = {
  '': [
    'name',
    'title',
    'description',
    'extends',
    'hide',
    'accounts',
    'currency',
    'exchangeRates',
    'parameters',
    'mappings',
    'shared',
    'datasets',
    'combined',
  ],
  datasets: [
    'name',
    'title',
    'description',
    'owner',
    'table',
    'query',
    'joins',
    'asOf',
    'snapshots',
    'entity',
    'currency',
    'dimensions',
    'hierarchies',
    'measures',
    'rules',
    'masks',
    'rollups',
    'optional',
    'synonyms',
    'hide',
  ],
  dimensions: [
    'name',
    'title',
    'description',
    'type',
    'column',
    'expression',
    'mapping',
    'values',
    'bands',
    'per',
    'since',
    'synonyms',
    'use',
  ],
  measures: [
    'name',
    'kind',
    'title',
    'definition',
    'format',
    'columns',
    'expression',
    'where',
    'over',
    'terms',
    'numerator',
    'denominator',
    'annualise',
    'measure',
    'with',
    'per',
    'share',
    'weight',
    'population',
    'label',
    'caveat',
    'better',
    'owner',
    'source',
    'synonyms',
    'bands',
    'classifies',
    'currency',
    'convert',
  ],
  joins: ['table', 'as', 'to', 'on', 'relationship', 'valid', 'latest', 'where', 'use'],
  parameters: ['name', 'title', 'description', 'type', 'default'],
  mappings: ['name', 'title', 'description', 'targets', 'attributes'],
  hierarchies: ['name', 'title', 'levels'],
  rules: ['name', 'title', 'appliesTo', 'exceptFor', 'where'],
  masks: ['name', 'title', 'appliesTo', 'exceptFor', 'columns'],
  rollups: ['name', 'description', 'owner', 'dimensions', 'measures'],
  combined: ['name', 'title', 'description', 'owner', 'facts', 'shared', 'hierarchies', 'measures', 'synonyms'],
} as const;
type List = keyof typeof KEYS;

/** Values of fields that have a fixed list. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  kind: [
    'sum',
    'count',
    'count_distinct',
    'average',
    'min',
    'max',
    'median',
    'percentile',
    'variance',
    'stddev',
    'average_balance',
    'combine',
    'ratio',
    'derived',
  ],
  type: ['string', 'integer', 'decimal', 'date', 'timestamp', 'boolean'],
  unit: ['currency', 'percent', 'count', 'number', 'date', 'time'],
  better: ['higher', 'lower', 'neutral'],
  take: ['last', 'first', 'average', 'min', 'max'],
  relationship: ['one_to_one', 'many_to_one'],
  annualise: ['true', 'false'],
};

export interface CompletionContextNames {
  readonly tables: readonly ModelTable[];
  readonly datasets: readonly CatalogDataset[];
  readonly mappings: readonly string[];
}

export interface Proposal {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'table' | 'column' | 'measure' | 'dimension';
  /** What it is, in a few words. */
  readonly detail?: string;
}

export interface Proposals {
  /** Number of characters before the cursor that a proposal replaces. */
  readonly typed: number;
  readonly proposals: readonly Proposal[];
}

const indentOf = (line: string) => /^[\s-]*/.exec(line)![0].length;
const LIST = new RegExp(`^(\\s*)(?:- )?(${Object.keys(KEYS).filter(Boolean).join('|')}):\\s*$`);

/** The list whose member the last line belongs to, from the indentation of the lines before. */
function listAround(lines: readonly string[]): List {
  let indent = indentOf(lines.at(-1)!);
  for (const line of lines.slice(0, -1).toReversed()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const [, before, list] = LIST.exec(line) ?? [];
    if (before !== undefined && before.length < indent) return list as List;
    indent = Math.min(indent, indentOf(line));
  }
  return '';
}

/** The last value of a field above the cursor. */
function lastValue(lines: readonly string[], field: RegExp): string | null {
  for (const line of lines.toReversed()) {
    const value = field.exec(line)?.[1];
    if (value !== undefined) return value;
  }
  return null;
}

const columnsOf = ({ tables }: CompletionContextNames, table: string | null): Proposal[] =>
  (tables.find(({ name }) => name === table)?.columns ?? []).map(({ name, type }) => ({
    label: name,
    kind: 'column',
    detail: type,
  }));

function valuesOf(field: string, lines: readonly string[], names: CompletionContextNames): Proposal[] {
  const last = lines.at(-1)!;
  const ownTable = lastValue(lines, /^ {0,4}(?:- )? *table:\s*(\w+)/);
  const dataset = names.datasets.find(({ name }) => name === lastValue(lines, /^ {0,2}- name:\s*(\w+)/));
  const measures = (dataset?.measures ?? []).map(({ name, title }): Proposal => ({
    label: name,
    kind: 'measure',
    detail: title.en,
  }));
  const dimensions = (dataset?.dimensions ?? []).map(({ name, title }): Proposal => ({
    label: name,
    kind: 'dimension',
    detail: title.en,
  }));
  switch (field) {
    case 'table':
      return names.tables.map(({ name }) => ({ label: name, kind: 'table' }));
    case 'column':
      return columnsOf(names, /table:\s*(\w+)/.exec(last)?.[1] ?? ownTable);
    case 'key':
    case 'on':
      return columnsOf(names, /table:\s*(\w+)/.exec(last)?.[1] ?? ownTable);
    case 'mapping':
      return names.mappings.map((label) => ({ label, kind: 'value' }));
    case 'measure':
      return measures;
    case 'expression':
    case 'where':
      return [...columnsOf(names, ownTable), ...measures];
    case 'time':
    case 'per':
    case 'snapshots':
    case 'levels':
      return dimensions;
    default:
      return (VALUES[field] ?? []).map((label) => ({ label, kind: 'value' }));
  }
}

/** What can be written at the end of a text that is cut off at the cursor. */
export function proposalsAt(before: string, names: CompletionContextNames): Proposals | null {
  const lines = before.split('\n');
  const line = lines.at(-1)!;
  const value = /(\w+):\s*(?:[[{"]\s*)?(?:[^:{}]*[^\w.])?(\w*)$/.exec(line);
  if (value && /:\s/.test(line.slice(value.index))) {
    const proposals = valuesOf(value[1]!, lines, names);
    return proposals.length > 0 ? { typed: value[2]!.length, proposals } : null;
  }
  const field = /^[\s-]*(\w*)$/.exec(line) ?? /[{,]\s*(\w*)$/.exec(line);
  if (!field) return null;
  const proposals = KEYS[listAround(lines)].map((label): Proposal => ({ label, kind: 'field' }));
  return { typed: field[1]!.length, proposals };
}
