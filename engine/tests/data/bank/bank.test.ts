import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testQuestions } from '../questions.ts';
import { allOf, isThere, openRealData, whereIs } from '../shared-data.ts';
import type { RealData } from '../shared-data.ts';
import { BALANCES } from './balances.ts';
import { BOOKINGS } from './bookings.ts';
import { FUNNELS } from './funnels.ts';
import { HOLDINGS } from './holdings.ts';
import { LENDING } from './lending.ts';
import { LISTS } from './lists.ts';
import { bankModel } from './model.ts';
import { ORDERS } from './orders.ts';
import { ROLES_OF_CLIENTS } from './roles.ts';

const FOLDER = 'berka-pkdd99';
const TABLES = Object.fromEntries(
  ['account', 'card', 'client', 'disp', 'district', 'loan', 'order'].map((table) => [
    table === 'order' ? 'standing_order' : table,
    allOf(`${FOLDER}/${table}.parquet`),
  ]),
);

const QUESTIONS = {
  ...BALANCES,
  ...BOOKINGS,
  ...HOLDINGS,
  ...ROLES_OF_CLIENTS,
  ...LENDING,
  ...ORDERS,
  ...FUNNELS,
  ...LISTS,
};

describe(`a bank’s own tables (${whereIs(FOLDER)})`, () => {
  const model = bankModel();
  let data: RealData | undefined;
  beforeAll(async () => {
    if (isThere(FOLDER))
      data = await openRealData({ ...TABLES, trans: allOf(`${FOLDER}/trans_1993.parquet`) }, '1993-12-31');
  });
  afterAll(() => data?.close());

  it('have a valid model with bridges, lookups and several facts', () => {
    expect([...model.datasets.keys()]).toEqual([
      'bookings',
      'holdings',
      'accounts',
      'lending',
      'orders',
      'districts',
      'business',
      'months',
    ]);
  });

  it.each(isThere(FOLDER) ? [['card']] : [])('have a generated model with two districts of a %s', async (name) => {
    const generated = await data!.generate();
    const { joins, measures } = generated.model.datasets.find((item) => item.name === name)!;
    const on = [{ column: 'district_id', key: 'A1' }];
    expect(joins.slice(3)).toEqual([
      { table: 'district', as: 'client_district', to: 'client', on },
      { table: 'district', as: 'account_district', to: 'account', on },
    ]);
    expect(measures.map(({ kind }) => kind)).toEqual(['count']);
    const { engine, sql } = await data!.answers(generated, {
      query: { dataset: name, dimensions: ['client_district_a3', 'account_district_a3'], measures: ['card_count'] },
      sql: `SELECT h.A3, b.A3, count(*) FROM card JOIN disp USING (disp_id) JOIN client c USING (client_id) JOIN account a USING (account_id)
        JOIN district h ON h.A1 = c.district_id JOIN district b ON b.A1 = a.district_id GROUP BY 1, 2 ORDER BY 1, 2`,
    });
    expect(engine).toEqual(sql);
  });

  testQuestions(isThere(FOLDER) ? QUESTIONS : {}, (question) => data!.answers(model, question));
});
