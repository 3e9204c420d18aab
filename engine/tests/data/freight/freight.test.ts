import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../../src/checks/compile-model.ts';
import type { WarehouseVersion } from '../../../src/index.ts';
import { readModel } from '../../../src/documents/read-model.ts';
import { quoteText } from '../../../src/expression/quote.ts';
import { generateWarehouse } from '../../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../../support/generated-warehouse.ts';
import { column, dimension } from '../../support/model-text.ts';
import { comparable, testQuestions } from '../questions.ts';
import type { Question } from '../questions.ts';
import { COMBINATIONS } from './combinations.ts';
import { CONTAINERS } from './containers.ts';
import { LEGS } from './legs.ts';
import { FUNNELS } from './funnels.ts';
import { FREIGHT, freightModel } from './model.ts';
import { MONEY } from './money.ts';
import { PERIODS } from './periods.ts';
import { READERS } from './readers.ts';
import { AS_OF, companyStatements } from './rows.ts';
import { SHIPMENTS } from './shipments.ts';
import { TABLES } from './tables.ts';

const QUESTIONS = {
  ...SHIPMENTS,
  ...PERIODS,
  ...LEGS,
  ...CONTAINERS,
  ...MONEY,
  ...READERS,
  ...FUNNELS,
  ...COMBINATIONS,
};

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

  const answersOf = async ({ query, sql, scope }: Question) => {
    const result = await warehouse.runQuery(model, 'kind' in query ? query : { limit: 5000, ...query }, {
      reader: 'system',
      ...scope,
    });
    return comparable(result, (await connection.runAndReadAll(sql)).getRows());
  };
  testQuestions(QUESTIONS, answersOf);

  it('has a generated model with its keys, each row joined once, and no identifier added up', async () => {
    for (const version of Object.values(warehouse.versions)) {
      const text = (await warehouse.engine.catalogs.generateModel(version, 'alder'))!;
      const catalog = await warehouse.engine.catalogs.read(version);
      const read = readModel({ text, file: 'generated.yaml', catalog });
      const repeated = await warehouse.engine.catalogs.repeatedKeys({ model: read, version, tenant: 'alder' });
      const generated = compileModel(readModel({ text, file: 'generated.yaml', catalog, repeated }));
      const joinsOf = (name: string) =>
        generated.datasets
          .get(name)!
          .facts[0]!.dataset.joins.map(({ table, as, to }) =>
            [to, table, as].filter((part) => part !== undefined).join(' '),
          );
      expect(joinsOf('leg_vehicle')).toEqual([
        'shipment',
        'vehicle',
        'leg',
        'shipment party shipper',
        'shipment party consignee',
        'shipment commodity',
        'leg place',
        'place country',
      ]);
      const added = [...generated.datasets].flatMap(([name, { measures }]) =>
        [...measures.values()].filter(({ kind }) => kind === 'sum').map((item) => `${name}.${item.name}`),
      );
      expect(added).toEqual(['claim.paid', 'invoice_line.amount']);
    }
  });

  it.each([
    ['reference', "A text in the data is not what a dimension's type says, such as a whole number."],
    ['promised', "'odd' is a day. Set its type to date, or CAST it AS timestamp in an expression."],
  ])('says what to do about the type of %s', async (name, message) => {
    const type = name === 'promised' ? 'timestamp' : 'integer';
    const text = FREIGHT.replace('dimensions:\n', `dimensions:\n${dimension('odd', type, column('shipment', name))}\n`);
    const runQuery = async (version: WarehouseVersion) => {
      const catalog = await warehouse.engine.catalogs.read(version);
      const odd = compileModel(readModel({ text, file: 'odd.yaml', catalog }));
      const query = semanticQuery.parse({ dataset: 'shipments', dimensions: ['odd'], measures: ['shipments'] });
      return warehouse.engine.queries.run({ model: odd, version, scope: { tenant: 'alder', reader: 'system' }, query });
    };
    // ClickHouse has no value for a text that is no number.
    const { duckdb, postgres } = warehouse.versions;
    for (const version of [duckdb, postgres]) await expect(runQuery(version)).rejects.toThrow(message);
  });
});
