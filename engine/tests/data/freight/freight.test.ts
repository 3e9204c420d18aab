import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteText } from '../../../src/expression/quote.ts';
import { generateWarehouse } from '../../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../../support/generated-warehouse.ts';
import { comparable, testQuestions } from '../questions.ts';
import type { Question } from '../questions.ts';
import { CONTAINERS } from './containers.ts';
import { LEGS } from './legs.ts';
import { freightModel } from './model.ts';
import { MONEY } from './money.ts';
import { PERIODS } from './periods.ts';
import { READERS } from './readers.ts';
import { AS_OF, companyStatements } from './rows.ts';
import { SHIPMENTS } from './shipments.ts';
import { TABLES } from './tables.ts';

const QUESTIONS = { ...SHIPMENTS, ...PERIODS, ...LEGS, ...CONTAINERS, ...MONEY, ...READERS };

describe('a freight company', () => {
  const model = freightModel();
  let warehouse: GeneratedWarehouse;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    warehouse = await generateWarehouse(companyStatements(), AS_OF);
    // The company's own rows, as plain SQL reads them.
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    const { file } = warehouse.versions.duckdb as { file: string };
    await connection.run(`ATTACH ${quoteText(file)} AS company (READ_ONLY)`);
    for (const table of Object.keys(TABLES))
      await connection.run(`CREATE TABLE ${table} AS SELECT * EXCLUDE (tenant_id) FROM company.${table} WHERE tenant_id = 'alder'`); // prettier-ignore
    await connection.run('DETACH company');
  });
  afterAll(async () => {
    connection.closeSync();
    instance.closeSync();
    await warehouse.close();
  });

  const answersOf = async ({ ask, sql, scope }: Question) => {
    const query = 'kind' in ask ? ask : { limit: 5000, ...ask };
    const result = await warehouse.ask(model, query, { reader: 'system', ...scope });
    return comparable(result, (await connection.runAndReadAll(sql)).getRows());
  };
  testQuestions(QUESTIONS, answersOf);

  it('has different questions', () => {
    expect(Object.keys(QUESTIONS).length).toBe(
      [SHIPMENTS, PERIODS, LEGS, CONTAINERS, MONEY, READERS].reduce((sum, some) => sum + Object.keys(some).length, 0),
    );
  });
});
