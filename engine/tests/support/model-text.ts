/** A measure: `measure('weight', 'kind: sum, expression: weight_kg')`. */
export const measure = (name: string, what: string, unit = 'number') =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: ${unit} } }`;

/** A dimension: `dimension('shipper', 'string', 'expression: shipper.name')`. */
export const dimension = (name: string, type: string, source: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: ${name} }, ${source} }`;

export const column = (table: string, name: string) => `column: { table: ${table}, column: ${name} }`;

/** Buckets by their names, each with the value it starts from; the first is open. */
export const bands = (...list: [name: string, from: number | null][]) =>
  `bands: [${list.map(([name, from]) => `{ value: ${name}, from: ${String(from)}, title: { en: ${name} } }`).join(', ')}]`;

/** A join in a role: `joinAs('party', 'payer', 'payer_id', 'party_id')`. */
export const joinAs = (table: string, role: string, name: string, key: string, more = '') =>
  `{ table: ${table}, as: ${role}, on: [{ column: ${name}, key: ${key} }]${more} }`;

interface DatasetText {
  name: string;
  /** The fact table; a dataset of a query has the query among its further properties instead. */
  table?: string;
  joins?: string[];
  dimensions?: string[];
  measures?: string[];
  /** Further properties, such as rules, each starting a line of its own. */
  more?: string[];
}

const list = (lines: string[]) => (lines.length === 0 ? ' []' : `\n${lines.join('\n')}`);

export function dataset({ name, table, joins = [], dimensions = [], measures = [], more = [] }: DatasetText): string {
  const properties = [
    ...(table === undefined ? [] : [`table: ${table}`]),
    ...more,
    ...(joins.length === 0 ? [] : [`joins:${list(joins.map((join) => `      - ${join}`))}`]),
  ];
  return `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
${properties.map((line) => `    ${line}\n`).join('')}    dimensions:${list(dimensions)}
    measures:${list(measures)}`;
}

/** A dataset of a query: `derived('clients', '{ dataset: bookings, dimensions: [client] }')`. */
export const derived = (
  name: string,
  query: string,
  dimensions: string[] = [],
  measures: string[] = [],
  more: string[] = [],
) => dataset({ name, dimensions, measures, more: [`query: ${query}`, ...more] });

/** A combined dataset, with measures of its own. */
export const combined = (name: string, facts: string[], shared: string[], measures: string[] = []) => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    facts: [${facts.join(', ')}]
    shared:${shared.map((item) => `\n      - ${item}`).join('')}
    measures:${list(measures)}`;

export const modelText = (name: string, datasets: string[], more = '') => `
name: ${name}
title: { en: ${name} }
description: { en: D }
${more}
datasets:${datasets.join('')}
`;

/** The measures of an example, which leaves out what every measure has: `- { name: rows, kind: count, … }`. */
export const documentedMeasures = (example: string): string[] =>
  [...example.matchAll(/\{ name: (\w+), (.+), … \}/g)].map(([, name, what]) => measure(name!, what!));

/** Lines of an example where a dataset has them. */
export const indented = (lines: string): string => lines.replaceAll(/^/gm, '    ').trimEnd();
