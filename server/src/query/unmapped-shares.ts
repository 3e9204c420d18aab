import type { QueryMeta } from '@rise/contract';
import { queriesBehind, type CompiledDataset, type Engine, type QueryRequest } from '@rise/engine';
import { affectedFields, sharesOf } from './unmapped.rules.ts';

/**
 * How much of a query's figures comes from rows with unmapped codes, for those of the `candidates` of its dataset that it
 * uses. For a derived dataset also of the rows that its query reads, under the names of the fields that are computed from
 * them.
 */
export async function unmappedShares(
  engine: Engine,
  question: QueryRequest,
  candidates: (dataset: CompiledDataset) => readonly string[],
): Promise<QueryMeta['unmapped']> {
  const { query, model } = question;
  const dataset = model.datasets.get(query.dataset);
  if (!dataset) return [];
  const fields = affectedFields(query, dataset, candidates(dataset));
  const own = fields.length === 0 ? [] : sharesOf(fields, await engine.unmapped.countRows({ ...question, fields }));
  const behind = queriesBehind(model, query.dataset).map(async ({ query: rows, fieldsFrom }) => {
    const shares = await unmappedShares(engine, { ...question, query: rows }, candidates);
    return shares.flatMap(({ dimension, share }) => {
      const names = affectedFields(query, dataset, fieldsFrom(dimension));
      return (names.length > 0 ? names : [dimension]).map((name) => ({ dimension: name, share, figures: [] }));
    });
  });
  return [...own, ...(await Promise.all(behind)).flat()];
}
