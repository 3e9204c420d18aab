import * as fc from 'fast-check';
import { semanticQuery } from '@rise/contract';
import type { Cell, Model } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compileModel, parseModel, readOssie, toQueryResult, writeOssie } from '../../src/index.ts';
import { modelOf } from '../property-models/generate-model.ts';
import { generatedWarehouse } from '../property-models/generate-warehouse.ts';
import { LIENS_MODEL } from '../support/liens-model.ts';
import { BOOK_MODEL } from '../support/loan-book.ts';
import { openSample, SCOPE, type SampleWarehouse } from '../support/sample-warehouse.ts';
import { tinyModel } from '../support/tiny-warehouse.ts';

const roundTrip = (model: Model) => readOssie(stringify(writeOssie(model).document), 'model.ossie.yaml');

describe('models round-trip through Apache Ossie', () => {
  it.each([
    ['loan book', BOOK_MODEL],
    ['liens', LIENS_MODEL],
    ['tiny', tinyModel({})],
  ])('%s', (_name, text) => {
    const model = parseModel(text, 'model.yaml');
    expect(roundTrip(model)).toEqual({ model, notes: [] });
  });

  it('generated models', () => {
    fc.assert(
      fc.property(generatedWarehouse, (generated) => {
        const { model } = modelOf(generated);
        expect(roundTrip(model)).toEqual({ model, notes: [] });
      }),
      { numRuns: 30 },
    );
  });
});

describe('the call report, read from its standard SQL only', () => {
  let sample: SampleWarehouse;
  let foreign: Model;
  beforeAll(async () => {
    sample = await openSample();
    const { document } = writeOssie(sample.question.model.model);
    const plain = JSON.stringify(document, (key, value: unknown) => (key === 'custom_extensions' ? undefined : value));
    foreign = readOssie(plain, 'plain.json').model;
  });
  afterAll(() => sample?.close());

  it('has the same figures in total and by state', async () => {
    const own = sample.question.model.model.datasets[0]!;
    const read = foreign.datasets[0]!;
    const names = new Set(read.measures.map(({ name }) => name));
    const shared = own.measures.filter(({ name }) => names.has(name));
    expect(shared.length).toBeGreaterThan(60);
    // A truncated ratio is not in the format; what the SQL has is not truncated.
    const measures = shared.filter(({ format }) => !format.truncate).map(({ name }) => name);
    const compiled = compileModel(foreign);
    const rows = async (model: typeof compiled, dimensions: string[], some: string[]): Promise<Cell[][]> => {
      const query = semanticQuery.parse({
        dataset: own.name,
        dimensions,
        measures: some,
        order: dimensions.map((field) => ({ field })),
      });
      const result = await sample.engine.queries.run({ ...sample.question, model, scope: SCOPE, query });
      return toQueryResult(result, { dataVersion: 1, asOf: null, unmapped: [] }).rows;
    };
    const rounded = (all: Cell[][]) =>
      all.map((row) =>
        row.map((cell, index) => (index === 0 || cell === null ? cell : Number(Number(cell).toPrecision(9)))),
      );
    for (const dimensions of [['state'], ['peer_group']])
      for (let start = 0; start < measures.length; start += 40) {
        const some = measures.slice(start, start + 40);
        const expected = await rows(sample.question.model, dimensions, some);
        expect(rounded(await rows(compiled, dimensions, some))).toEqual(rounded(expected));
      }
  });
});
