import { model } from '@rise/contract';
import { compileModel } from '../../src/checks/compile-model.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import { declaredAmounts } from './amount-measures.ts';
import { exchangeRatesOf, MODEL_CURRENCY } from './currency.ts';
import { across, ownName, rowMeasuresOf, within } from './measures.ts';
import type { DerivedMeasure, RowMeasure } from './row-measure.ts';
import { BANDS, PER_KEY, QUOTED_FOR, sharedBy } from './generate-warehouse.ts';
import type { Column, Fact, RuleName, GeneratedWarehouse } from './generate-warehouse.ts';
import { oncePerWarehouse } from './once-per-warehouse.ts';
import { quoteText } from '../../src/expression/quote.ts';

const title = { en: 'T' };
const described = { title, definition: title, format: { unit: 'number' } };

const RULES: Record<RuleName, string> = {
  small: 'number < 4',
  'own codes': 'code IN (:user_code)',
  flagged: 'flag',
  'unit a or none': "unit.name = 'a' OR unit.name IS NULL",
  'past a or none': "past.name = 'a' OR past.name IS NULL",
};

const derivedMeasure = (name: string, measure: DerivedMeasure) => {
  const common = { ...described, name };
  if (measure.kind === 'combine') return { ...common, ...measure };
  if (measure.kind === 'derived')
    return { ...common, kind: 'derived', expression: `${measure.left} - ${measure.right}` };
  return {
    ...common,
    kind: 'ratio',
    numerator: [{ measure: measure.top }],
    denominator: [{ measure: measure.bottom }],
  };
};
const knownValues = (days: number) => ({ per: 'key', order: 'id', ...(days > 0 && { carry: { days } }) });
const averageBalance = (name: string, fact: number) => ({
  ...described,
  name,
  kind: 'average_balance',
  measure: ownName(fact, 'last'),
  with: 'prior_year_end',
  per: 'key',
});
const rowMeasure = (name: string, fact: number, measure: RowMeasure) => {
  const { kind, of, where, over, known, weight } = measure;
  return {
    ...described,
    ...(of === 'day' && { format: { unit: 'date' } }),
    ...declaredAmounts(measure, ownName(fact, 'day')),
    name,
    kind,
    ...(of && { expression: of }),
    ...(weight && { weight }),
    ...(where && { where: where === 'flag' ? 'flag' : 'number >= 3' }),
    ...(over && {
      over: { time: ownName(fact, 'day'), take: over, ...(known !== undefined && knownValues(known)) },
    }),
  };
};

function datasetOf(of: Fact, fact: number) {
  const { joined, dimensions, rules, masked } = of;
  const table = `fact${fact}`;
  const column = (name: string, of = table) => ({ column: { table: of, column: name } });
  const field = (name: string, type: string, what: object) => ({ name: ownName(fact, name), type, title, ...what });
  const all = [
    field('day', 'date', column('day')),
    field('id', 'integer', column('id')),
    field('branch', 'string', joined ? column('name', 'unit') : column('branch')),
    field('region', 'string', column('name', 'head')),
    field('host', 'string', column('name', 'large')),
    field('past', 'string', column('name', 'past')),
    field('quote', 'string', column('name', 'quote')),
    field('code', 'string', column('code')),
    field('flag', 'boolean', column('flag')),
    field('currency', 'string', column('currency')),
    field('began', 'date', { ...column('day'), per: { key: 'key', take: 'min' } }),
    field('held', 'integer', { per: { key: ['key'], take: 'count', where: 'flag' } }),
    field('months_since', 'integer', {
      since: { from: ownName(fact, 'began'), to: ownName(fact, 'day'), grain: 'month' },
    }),
    field('size', 'string', { ...column('number'), bands: BANDS.map((band) => ({ ...band, title })) }),
  ];
  const expected = new Set(['day', 'id', ...PER_KEY, ...dimensions].map((name) => ownName(fact, name)));
  const masks = {
    code: column('code'),
    money: column('money'),
    day: column('day'),
    currency: column('currency'),
    number: column('number'),
    'unit name': column('name', 'unit'),
    since: column('since', 'history'),
  } satisfies Record<Column, object>;
  return {
    name: table,
    title,
    description: title,
    owner: 'Finance',
    table,
    joins: joined
      ? [
          { table: 'unit', on: [{ column: 'unit', key: 'id' }] },
          { table: 'head', to: 'unit', on: [{ column: 'head', key: 'id' }] },
          { table: 'unit', as: 'large', on: [{ column: 'number', key: 'id' }], where: 'places > 20' },
          {
            table: 'history',
            as: 'past',
            on: ['unit'],
            where: 'NOT draft',
            valid: { at: 'day', from: 'since', until: 'until' },
          },
          { table: 'quote', on: ['code'], latest: { at: 'day', by: 'day', carry: { days: QUOTED_FOR } } },
        ]
      : [],
    asOf: { table, column: 'day' },
    currency: expected.has(ownName(fact, 'currency')) ? { dimension: ownName(fact, 'currency') } : column('currency'),
    dimensions: [
      ...all.filter(({ name }) => expected.has(name)),
      { name: 'key', type: 'string', title, ...column('code') },
    ],
    measures: [
      ...Object.entries(rowMeasuresOf(of)).map(([name, item]) =>
        item.of === 'average' ? averageBalance(ownName(fact, name), fact) : rowMeasure(ownName(fact, name), fact, item),
      ),
      ...Object.entries(within(fact)).map(([name, measure]) => derivedMeasure(name, measure)),
    ],
    rules: rules.map((name) => ({ name: name.replaceAll(' ', '_'), title, where: RULES[name] })),
    masks: masked.map((name) => ({ name: 'mask', title, columns: [masks[name].column] })),
  };
}

/** The queried dataset: the only fact, or all facts combined. */
export const requestOf = ({ facts }: GeneratedWarehouse) => (facts.length === 1 ? 'fact0' : 'all_facts');
/** A dimension's name in the queried dataset. */
export const dimensionIn = ({ facts }: GeneratedWarehouse, name: string) =>
  facts.length === 1 ? ownName(0, name) : name;

export const modelOf = oncePerWarehouse((warehouse): CompiledModel => {
  const facts = [...warehouse.facts.keys()];
  const shared = sharedBy(warehouse).map((name) => ({
    name,
    of: Object.fromEntries(facts.map((fact) => [`fact${fact}`, ownName(fact, name)])),
  }));
  const combined = {
    name: 'all_facts',
    title,
    description: title,
    owner: 'Finance',
    facts: facts.map((fact) => `fact${fact}`),
    shared,
    measures: Object.entries(across(warehouse)).map(([name, measure]) => derivedMeasure(name, measure)),
  };
  return compileModel(
    model.parse({
      name: 'generated',
      title,
      description: title,
      currency: MODEL_CURRENCY,
      exchangeRates: exchangeRatesOf(warehouse.rates),
      datasets: warehouse.facts.map(datasetOf),
      combined: facts.length > 1 ? [combined] : [],
    }),
  );
});

const literal = (value: string | number | boolean | null) =>
  typeof value === 'string' ? quoteText(value) : String(value);

/** Temporary tables, which disappear with the session or transaction. */
export function tablesOf({ facts, units, heads, histories, quotes, rates }: GeneratedWarehouse): string[] {
  const table = (name: string, columns: string, lines: (string | number | boolean | null)[][]) => [
    `CREATE TEMPORARY TABLE ${name} (tenant_id VARCHAR, ${columns})`,
    ...(lines.length === 0
      ? []
      : [`INSERT INTO ${name} VALUES ${lines.map((line) => `(${line.map(literal).join(', ')})`).join(', ')}`]),
  ];
  return [
    ...table(
      'unit',
      'id BIGINT, name VARCHAR, head BIGINT, places BIGINT, currency VARCHAR',
      units.map(({ tenant, id, name, head, places, currency }) => [tenant, id, name, head, places, currency]),
    ),
    ...table(
      'head',
      'id BIGINT, name VARCHAR',
      heads.map(({ tenant, id, name }) => [tenant, id, name]),
    ),
    ...table(
      'history',
      'unit BIGINT, since DATE, until DATE, name VARCHAR, seats BIGINT, draft BOOLEAN',
      histories.map(({ tenant, unit, since, until, name, seats, draft }) => [
        tenant,
        unit,
        since,
        until,
        name,
        seats,
        draft,
      ]),
    ),
    ...table(
      'quote',
      'code VARCHAR, day DATE, name VARCHAR, rate BIGINT',
      quotes.map(({ tenant, code, day, name, rate }) => [tenant, code, day, name, rate]),
    ),
    ...table(
      'fx',
      'base VARCHAR, currency VARCHAR, day DATE, rate DOUBLE PRECISION',
      rates.quotes.map(({ tenant, base, currency, day, rate }) => [tenant, base, currency, day, rate]),
    ),
    ...facts.flatMap(({ rows }, fact) =>
      table(
        `fact${fact}`,
        'id BIGINT, branch VARCHAR, unit BIGINT, code VARCHAR, number BIGINT, flag BOOLEAN, day DATE, money DECIMAL(18,2), currency VARCHAR',
        rows.map((row) => [
          row.tenant,
          row.id,
          row.branch,
          row.unit,
          row.code,
          row.number,
          row.flag,
          row.day,
          row.money === null ? null : row.money / 100,
          row.currency,
        ]),
      ),
    ),
  ];
}
