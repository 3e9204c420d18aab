import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseModel } from '../documents/read-model.ts';
import { ModelError } from '../errors.ts';
import { ossieDocument, type OssieModel } from './ossie-document.ts';
import { readOssie } from './read-ossie.ts';
import { writeOssie } from './write-ossie.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');
const CASES = join(import.meta.dirname, 'testing');

const sample = async (name: string) =>
  parseModel(await readFile(join(SAMPLES, name, 'model.yaml'), 'utf8'), 'model.yaml');

const MEASURE = 'title: { en: T, tr: B }, definition: { en: D }, format: { unit: number, decimals: 2 }';
const RICH = parseModel(
  `
name: bank
title: { en: Bank, tr: Banka }
description: { en: A bank }
accounts: { table: form, account: code, title: name, description: text, prefix: ACCT_ }
parameters: [{ name: late_days, title: { en: Late }, type: integer, default: 30 }]
mappings: [{ name: loan_type, title: { en: Type }, targets: [{ value: auto, title: { en: Auto } }], attributes: [{ name: risk, title: { en: Risk } }] }]
shared: { dimensions: [{ name: rate, title: { en: Rate }, type: decimal, expression: rate }] }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: Loans of members }
    owner: Lending
    synonyms: { en: [credits], tr: [krediler] }
    entity: { key: owner, name: owner }
    table: loan
    joins: [{ table: branch, on: [{ column: home, key: id }] }, { table: region, to: branch, on: [region] }, { table: person, as: owner, on: [{ column: owner_id, key: id }] }, { table: person, as: seller, on: [{ column: seller_id, key: id }], where: "job = 'sales'" }]
    asOf: { table: loan, column: day }
    dimensions:
      - { name: branch, title: { en: Branch }, type: string, column: { table: branch, column: Branch Name } , synonyms: [office] }
      - { name: region, title: { en: Region }, type: string, column: { table: region, column: region } }
      - { name: day, title: { en: Day }, type: date, column: { table: loan, column: day } }
      - rate
      - { name: owner, title: { en: Owner }, type: string, column: { table: owner, column: name } }
      - { name: seller, title: { en: Seller }, type: string, column: { table: seller, column: name } }
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind }, mapping: loan_type }
      - { name: label, title: { en: Label }, type: string, expression: "UPPER(kind) || '-' || branch.code" }
      - { name: size, title: { en: Size }, type: string, expression: amount, bands: [{ value: small, from: null, title: { en: S } }, { value: big, from: 1000, title: { en: B } }] }
      - { name: late_kind, title: { en: Late }, type: string, expression: "CASE WHEN days > :late_days THEN 'late' ELSE 'ok' END", values: [{ value: late, title: { en: Late } }] }
    hierarchies: [{ name: geo, title: { en: Place }, levels: [region, branch] }]
    measures:
      - { name: loan_count, kind: count, ${MEASURE} }
      - { name: amount, kind: sum, expression: amount, where: "kind <> 'X'", synonyms: [volume], ${MEASURE} }
      - { name: balance, kind: sum, columns: [{ table: loan, column: balance }], over: { time: day, take: last }, ${MEASURE} }
      - { name: late_ratio, kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: amount }, { measure: balance, factor: -0.5 }], ${MEASURE} }
      - { name: late, kind: sum, expression: "CASE WHEN days > :late_days THEN amount END", ${MEASURE} }
      - { name: mixed, kind: combine, terms: [{ measure: amount }, { measure: balance, factor: -0.5 }], ${MEASURE} }
      - { name: mixed_share, kind: ratio, numerator: [{ measure: mixed }], denominator: [{ measure: loan_count, factor: 2 }], ${MEASURE} }
      - { name: half, kind: derived, expression: amount / 2 / loan_count, ${MEASURE} }
      - { name: typical, kind: median, expression: amount, ${MEASURE} }
      - { name: weighted, kind: median, expression: rate, weight: amount, ${MEASURE} }
      - { name: high, kind: percentile, share: 0.9, expression: amount, ${MEASURE} }
      - { name: members, kind: count_distinct, expression: member, ${MEASURE} }
      - { name: staff, kind: average, expression: branch.staff, ${MEASURE} }
    rules: [{ name: own, title: { en: Own }, where: "branch.code IN (:user_branch)", appliesTo: { roles: [tenant.user] } }]
    masks: [{ name: member, title: { en: Member }, columns: [{ table: loan, column: member }] }]
    rollups: [{ name: by_day, dimensions: [{ field: day, grain: month }], measures: [amount] }]
  - name: branches
    title: { en: Branches }
    description: { en: Branches }
    owner: Network
    table: branch
    dimensions: [{ name: branch, title: { en: Branch }, type: string, column: { table: branch, column: Branch Name } }]
    measures: [{ name: amount, kind: sum, expression: budget, ${MEASURE} }]
combined:
  - { name: all, title: { en: All }, description: { en: All }, owner: Finance, facts: [loans, branches], shared: [branch] }
`
    .replace('column: Branch Name } , ', 'column: Branch_Name }, ')
    .replace('column: Branch Name } }]', 'column: Branch_Name } }]'),
  'bank.yaml',
);

const only = (model: Model) => {
  const { document, notes } = writeOssie(model);
  return { document: document.semantic_model[0]!, text: stringify(document), notes, all: document };
};

const sqlOf = ({ metrics }: OssieModel) =>
  new Map(metrics!.map(({ name, expression }) => [name, expression.dialects[0]!.expression]));

describe('a model in the format of Apache Ossie', () => {
  it.each(['ncua-2025q4', 'core'])('comes back equal: the sample %s', async (name) => {
    const model = await sample(name);
    const { text, all } = only(model);
    expect(ossieDocument.safeParse(all).error).toBeUndefined();
    expect(readOssie(text, 'x.yaml')).toEqual({ model, notes: [] });
    expect(readOssie(JSON.stringify(all), 'x.json').model).toEqual(model);
  });

  it('round-trips unchanged, and lists everything that the format cannot express', () => {
    const { text, notes } = only(RICH);
    expect(readOssie(text, 'x.yaml')).toEqual({ model: RICH, notes: [] });
    const { ai_context: words } = only(RICH).document.datasets.find(({ name }) => name === 'loans')!;
    expect(words).toEqual({ synonyms: ['credits', 'krediler'] });
    const places = notes.map(({ place }) => place);
    expect(places).toEqual(
      expect.arrayContaining([
        'accounts',
        'parameters.late_days',
        'mappings.loan_type',
        'combined.all',
        'loans.asOf',
        'loans.entity',
        'loans.measures.weighted',
        'loans.joins.seller.where',
        'shared.rate',
        'loans.rules.own',
        'loans.masks.member',
        'loans.hierarchies.geo',
        'loans.rollups.by_day',
        'loans.dimensions.kind',
        'loans.dimensions.late_kind',
        'loans.measures.late',
        'loans.measures.late_ratio',
        'loans.measures.balance',
      ]),
    );
    const late = notes.find(({ place }) => place === 'loans.measures.late')!;
    expect(late.reason).toMatch(/^No metric: it uses the parameter ':late_days'/);
  });

  it('has its tables, relationships, fields and metrics in standard SQL', () => {
    const { document } = only(RICH);
    expect(document.datasets.map(({ name, source }) => [name, source])).toEqual([
      ['loans', 'loan'],
      ['branch', 'branch'],
      ['region', 'region'],
      ['owner', 'person'],
      ['seller', 'person'],
      ['branches', 'branch'],
    ]);
    expect(document.relationships).toMatchObject([
      { from: 'loans', to: 'branch', from_columns: ['home'], to_columns: ['id'] },
      { from: 'branch', to: 'region', from_columns: ['region'], to_columns: ['region'] },
      { from: 'loans', to: 'owner', from_columns: ['owner_id'], to_columns: ['id'] },
      { from: 'loans', to: 'seller', from_columns: ['seller_id'], to_columns: ['id'] },
    ]);
    const fields = new Map(document.datasets[0]!.fields!.map((field) => [field.name, field]));
    expect(fields.get('day')).toMatchObject({ datatype: 'Date', dimension: { is_time: true } });
    expect(fields.get('size')!.expression.dialects[0]!.expression).toBe(
      "CASE WHEN amount >= 1000 THEN 'big' WHEN amount IS NOT NULL THEN 'small' END",
    );
    expect(fields.get('label')!.expression.dialects[0]!.expression).toBe("UPPER(kind) || '-' || branch.code");
    const metrics = sqlOf(document);
    expect(Object.fromEntries(metrics)).toEqual({
      loan_count: 'COUNT(*)',
      amount: "SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END)",
      balance: 'SUM(loans.balance)',
      mixed:
        "CASE WHEN COALESCE(SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END), SUM(loans.balance)) IS NOT NULL THEN COALESCE(SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END), 0) + -0.5 * COALESCE(SUM(loans.balance), 0) END",
      mixed_share:
        "1.0 * (CASE WHEN COALESCE(SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END), SUM(loans.balance)) IS NOT NULL THEN COALESCE(SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END), 0) + -0.5 * COALESCE(SUM(loans.balance), 0) END) / NULLIF(2 * (COUNT(*)), 0)",
      half: "1.0 * (SUM(CASE WHEN loans.kind <> 'X' THEN loans.amount END)) / 2 / NULLIF((COUNT(*)), 0)",
      typical: 'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY loans.amount)',
      high: 'PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY loans.amount)',
      members: 'COUNT(DISTINCT loans.member)',
      staff: 'AVG(branch.staff)',
      branches_amount: 'SUM(branches.budget)',
    });
    const balance = document.metrics!.find(({ name }) => name === 'balance')!;
    expect(balance.ai_context).toEqual({
      instructions: "Not additive over 'day': valid for one date; take the last of several.",
    });
  });

  it('lists changes by other tools, which are not imported because Rise’s extension takes precedence', () => {
    const { all } = only(RICH);
    const changed = structuredClone(all);
    const [model] = changed.semantic_model;
    model!.metrics![0]!.description = 'Another one';
    model!.relationships!.pop();
    model!.datasets[0]!.fields!.push({
      name: 'new',
      expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'x' }] },
    });
    const { model: read, notes } = readOssie(stringify(changed), 'x.yaml');
    expect(read).toEqual(RICH);
    expect(notes.map(({ place, reason }) => `${place}: ${reason.split('.')[0]}`)).toEqual([
      'datasets.loans.fields.new: It was added since Rise wrote the document, and not read',
      'metrics.loan_count: It was changed since Rise wrote the document',
      'relationships.loans_to_seller: It was removed since Rise wrote the document',
    ]);
  });

  it('is rejected with line and path if the document is invalid', () => {
    const issuesOf = (text: string) => {
      try {
        readOssie(text, 'x.yaml');
      } catch (error) {
        if (error instanceof ModelError) return error.issues.map(({ line, path }) => `${line} ${path}`);
        throw error;
      }
      return [];
    };
    expect(issuesOf('semantic_model:\n  - name: x\n    datasets:\n      - { name: a, table: b }\n')).toEqual([
      expect.stringMatching(/^4 semantic_model\.0\.datasets\.0/),
      expect.stringMatching(/^4 semantic_model\.0\.datasets\.0/),
    ]);
    expect(issuesOf('name: x\ntables: []\n').join()).toMatch(/datasets/);
    expect(issuesOf(': :\n-').length).toBeGreaterThan(0);
  });
});

describe('a document of another tool', () => {
  it('becomes a model: facts with their joins, dimensions, measures; the rest is listed', async () => {
    const text = await readFile(join(CASES, 'retail.ossie.yaml'), 'utf8');
    const { model, notes } = readOssie(text, 'retail.yaml');
    expect(parseModel(stringify(model), 'model.yaml')).toEqual(model);
    const [sales] = model.datasets;
    expect(model.datasets.map(({ name, table }) => [name, table])).toEqual([['store_sales', 'store_sales']]);
    expect(sales!.joins.map(({ table, to, on }) => [table, to, on])).toEqual([
      ['date_dim', 'store_sales', [{ column: 'ss_sold_date_sk', key: 'd_date_sk' }]],
      ['customer', 'store_sales', [{ column: 'ss_customer_sk', key: 'c_customer_sk' }]],
      ['store', 'store_sales', [{ column: 'ss_store_sk', key: 's_store_sk' }]],
      ['customer_address', 'customer', [{ column: 'c_current_addr_sk', key: 'ca_address_sk' }]],
    ]);
    expect(
      sales!.dimensions.map(({ name, type, column, expression }) => [name, type, column?.table ?? expression]),
    ).toEqual([
      ['ticket', 'integer', 'store_sales'],
      ['list_price', 'decimal', 'store_sales'],
      ['d_date', 'date', 'date_dim'],
      ['d_year', 'integer', 'date_dim'],
      ['full_name', 'string', "customer.c_first_name || ' ' || customer.c_last_name"],
      ['name', 'string', 'store'],
      ['customer_address_name', 'string', 'customer_address'],
    ]);
    expect(
      sales!.measures.map(({ name, kind, ...rest }) => [
        name,
        kind,
        'expression' in rest ? rest.expression : undefined,
      ]),
    ).toEqual([
      ['net', 'sum', 'store_sales.ss_ext_sales_price - store_sales.ss_ext_discount_amt'],
      ['lines', 'count', undefined],
      ['customers', 'count_distinct', 'customer.c_customer_sk'],
      ['addresses', 'sum', 'CASE WHEN customer_address.ca_address_sk IS NOT NULL THEN 1 END'],
      ['net_per_customer', 'derived', 'net / NULLIF(customers, 0)'],
      ['productivity_part_2', 'sum', 'store.s_number_employees'],
      ['productivity', 'derived', 'net / NULLIF(productivity_part_2, 0)'],
    ]);
    expect(sales!.measures[0]).toMatchObject({
      title: { en: 'Net' },
      definition: { en: 'Sales after discounts' },
      synonyms: ['net sales'],
    });
    expect(notes.map(({ place, reason }) => `${place}: ${reason}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^semantic_model: ai_context\.instructions was not read/),
        expect.stringMatching(/^semantic_model: Its synonyms were not read/),
        expect.stringMatching(/^datasets\.date_dim\.fields\.d_year: is_time: true was not read/),
        expect.stringMatching(/^datasets\.date_dim\.fields\.d_date: Its expression in SNOWFLAKE was not read/),
        expect.stringMatching(/^semantic_model: The extension of DBT was not read/),
        expect.stringMatching(/^datasets\.recent\.source: A model reads tables, and this is a query/),
        expect.stringMatching(/^datasets\.store_sales\.source: Only the table 'store_sales'/),
        expect.stringMatching(
          /^datasets\.store_sales\.fields\.price: A decimal that .* is a figure; metrics still use it/,
        ),
        expect.stringMatching(/^datasets\.store_sales\.fields\.Ticket: It is 'ticket' in the model/),
        expect.stringMatching(/^datasets\.store_sales\.fields\.dialect: Not read: It is only in SNOWFLAKE/),
        expect.stringMatching(/^relationships\.returned_on: 'store_sales' has the table 'date_dim' already/),
        expect.stringMatching(/^relationships\.to_recent: There is no dataset 'recent' that was read/),
        expect.stringMatching(/^metrics\.running: Not read: It (is a window function|aggregates aggregates)/),
        expect.stringMatching(/^metrics\.ranked: Not read: There is no function RANK/),
        expect.stringMatching(/^metrics\.spread: Not read: There is no function STDDEV/),
        expect.stringMatching(/^metrics\.bare: Not read: 'ss_quantity' does not name its dataset/),
        expect.stringMatching(/^semantic_model: Owners and units are not in the format/),
      ]),
    );
  });

  it('is read in both forms of the specification', async () => {
    const text = await readFile(join(CASES, 'retail.ossie.yaml'), 'utf8');
    const flat = text
      .replace('semantic_model:\n', '')
      .replace('  - name: retail\n', '    name: retail\n')
      .replaceAll(/^ {4}/gm, '');
    expect(flat).toMatch(/^name: retail$/m);
    expect(readOssie(flat, 'flat.yaml')).toEqual(readOssie(text, 'retail.yaml'));
  });
});
