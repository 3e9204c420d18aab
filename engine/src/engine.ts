import { LRUCache } from 'lru-cache';
import type { Cell, Dimension, Explanation, SemanticQuery } from '@rise/contract';
import type { AnswerText } from './answer.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { cacheKey } from './cache/cache-key.ts';
import type { CacheKey } from './cache/cache-key.ts';
import { accountsStatement, columnsBehind, definitionOf, namedAccounts, narrowQuery } from './explain.ts';
import type { Catalogue } from './model/check-catalogue.ts';
import type { CompiledModel } from './model/compile-model.ts';
import { fillGaps } from './plan/fill-gaps.ts';
import { planQuery } from './plan/plan-query.ts';
import type { Plan } from './plan/plan.ts';
import { isCoded, planUnlabelledCodes, planUnlabelledRows } from './plan/plan-unlabelled.ts';
import type { Scope } from './plan/scope.ts';
import { columnsIn, todayOf } from './plan/bound.ts';
import { writeSql } from './sql/write-sql.ts';
import { loadVersion } from './warehouses/load-version.ts';
import type { LoadedVersion, LoadOptions } from './warehouses/load-version.ts';
import type { RowsText, StatementRequest } from './warehouses/messages.ts';
import { createReaders } from './warehouses/readers.ts';
import type { Readers } from './warehouses/readers.ts';
import { createWarehouses, identityOf } from './warehouses/warehouses.ts';
import type { Warehouse, WarehouseVersion } from './warehouses/warehouses.ts';

export interface EngineOptions {
  /** The bundled child processes, where the host is a bundle. */
  readerEntry?: string;
  loaderEntry?: string;
  /** Reader processes at the same time. Default 4. */
  maxProcesses?: number;
  /** Bound of DuckDB's memory in each reader. Default 1024. */
  memoryMb?: number;
  /** How long a query may take once its reader is ready. Default 15,000. */
  deadlineMs?: number;
  /** DuckDB's threads in each reader. Default 2. */
  threads?: number;
  /** Bound of all kept answers. Default 64 MiB; 0 keeps none. */
  cacheBytes?: number;
}

export interface Question {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: Scope;
  query: SemanticQuery;
  signal?: AbortSignal;
}

export interface Engine {
  /** Answers a query. Throws `QueryError`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  answer(question: Question): Promise<AnswerText>;
  /** Where one measure of a query comes from; `loadedAt` is the host's to add. */
  explain(question: Question & { measure: string }): Promise<Omit<Explanation, 'loadedAt'>>;
  /**
   * Codes in a version for which the model has no label, at most 10,000 of them; none for a dimension without labels,
   * and for one whose column the version lacks.
   */
  unlabelledCodes(asked: Omit<Question, 'query'> & { dataset: string; dimension: Dimension }): Promise<string[]>;
  /** Of the rows behind a query: how many there are, and in how many each of these dimensions has a code without a label. */
  unlabelledRows(
    question: Question & { dimensions: readonly Dimension[] },
  ): Promise<{ rows: number; unlabelled: number[] }>;
  /** Tables and columns of a version. */
  catalogue(version: WarehouseVersion): Promise<Catalogue>;
  /** Builds a version file. Throws `LoadError`. */
  load(options: Omit<LoadOptions, 'entry'>): Promise<LoadedVersion>;
  /** Lets go of a version's file, for example before it is deleted. */
  release(file: string): Promise<void>;
  close(): Promise<void>;
  stats(): ReturnType<Readers['stats']> & { cache: { entries: number; bytes: number } };
}

function hasRights(model: CompiledModel, { dataset: name }: SemanticQuery): boolean {
  const dataset = model.datasets.get(name)?.dataset;
  return dataset !== undefined && dataset.rules.length + dataset.masks.length > 0;
}

interface Planned {
  key: CacheKey;
  plan: Plan;
}
interface Kept {
  body: string;
  rowCount: number;
  truncated: boolean;
}

function requestsOf(plan: Plan, { dialect }: Warehouse): StatementRequest[] {
  const { rows, totals, limit, types } = writeSql(plan, dialect);
  return [{ ...rows, types, limit }, ...(totals ? [{ ...totals, types, limit: null }] : [])];
}

function bodyOf(plan: Plan, [rows, totals]: RowsText[]): Kept {
  const filled = plan.kind === 'aggregate' && plan.fill && !rows!.truncated ? fillGaps(plan, rows!.rows) : rows!;
  // The totals are an array of exactly one row: its brackets come off.
  const total = totals ? `,"totals":${totals.rows.slice(1, -1)}` : '';
  return {
    body: `"columns":${JSON.stringify(plan.columns)},"rows":${filled.rows}${total}`,
    rowCount: filled.rowCount,
    truncated: filled.truncated,
  };
}

function keyOf({ model, version, scope }: Omit<Question, 'query'>, plan: Plan): CacheKey {
  return cacheKey({
    tenant: scope.tenant,
    policyHash: scope.policyHash,
    dataVersion: identityOf(version),
    modelHash: model.hash,
    plan,
  });
}

function cellsOf(body: string): Cell[][] {
  return (JSON.parse(`{${body}}`) as { rows: Cell[][] }).rows;
}

/** The engine: answers semantic queries from version files, keeps answers, builds versions. */
export function createEngine(options: EngineOptions = {}): Engine {
  const readers = createReaders({
    maxProcesses: options.maxProcesses ?? 4,
    memoryMb: options.memoryMb ?? 1024,
    deadlineMs: options.deadlineMs ?? 15_000,
    threads: options.threads ?? 2,
    ...(options.readerEntry === undefined ? {} : { entry: options.readerEntry }),
  });
  const warehouses = createWarehouses({ readers, deadlineMs: options.deadlineMs ?? 15_000 });
  const answers = new AnswerCache<Kept>({
    bytes: options.cacheBytes ?? 64 * 1024 * 1024,
    sizeOf: (answer) => answer.body.length * 2,
  });
  const planned = new LRUCache<string, Planned>({ max: 2000 });

  const planOf = ({ model, version, scope, query }: Question): Planned => {
    // Where a model says nothing about its readers, they all share one plan.
    const { reader: _, ...others } = scope;
    const asked = JSON.stringify([
      hasRights(model, query) ? scope : others,
      todayOf(scope),
      identityOf(version),
      version.asOf,
      model.hash,
      query,
    ]);
    const known = planned.get(asked);
    if (known) return known;
    const plan = planQuery(model, scope, query, version.asOf);
    const fresh = { key: keyOf({ model, version, scope }, plan), plan };
    planned.set(asked, fresh);
    return fresh;
  };
  const rowsOf = async (version: WarehouseVersion, plan: Plan, signal?: AbortSignal) => {
    const warehouse = warehouses.of(version);
    return bodyOf(plan, await warehouse.query(requestsOf(plan, warehouse), signal));
  };
  const catalogueOf = async (version: WarehouseVersion): Promise<Catalogue> => {
    const warehouse = warehouses.of(version);
    const [columns] = await warehouse.query([warehouse.catalogue]);
    const catalogue: Record<string, string[]> = {};
    for (const [table, column] of JSON.parse(columns!.rows) as [string, string][])
      (catalogue[table] ??= []).push(column);
    return catalogue;
  };

  return {
    async answer(question) {
      const started = performance.now();
      const { key, plan } = planOf(question);
      const { answer, outcome } = await answers.get(
        key,
        (signal) => rowsOf(question.version, plan, signal),
        question.signal,
      );
      return { ...answer, cache: outcome, elapsedMs: Math.round((performance.now() - started) * 1000) / 1000 };
    },
    async explain({ model, version, scope, query, measure: name, signal }) {
      const narrow = narrowQuery(query, name);
      const { sql, parameters } = writeSql(
        planQuery(model, scope, narrow, version.asOf),
        warehouses.of(version).dialect,
      ).rows;
      const from = model.datasets.get(query.dataset)!;
      const measure = from.measures.get(name)!;
      const columns = columnsBehind(from, measure);
      const statement = accountsStatement(model, scope.tenant, columns);
      const found = statement ? await warehouses.of(version).query([statement], signal) : [];
      return {
        ...definitionOf(from.dataset, from, measure),
        accounts: namedAccounts(columns, found[0]?.rows ?? null),
        dataVersion: version.number,
        asOf: version.asOf,
        filter: query.filter ?? null,
        sql,
        parameters,
      };
    },
    async unlabelledCodes({ model, version, scope, dataset, dimension, signal }) {
      if (!isCoded(dimension)) return [];
      const plan = planUnlabelledCodes(model, scope, dataset, dimension);
      const read = [plan.source.table, ...plan.source.joins.map(({ table }) => table)];
      const catalogue = await catalogueOf(version);
      const columns = columnsIn(plan.fields[0]!.value);
      if (read.some((name) => !catalogue[name])) return [];
      if (columns.some(({ table, column }) => !catalogue[table]?.includes(column))) return [];
      const { body } = await rowsOf(version, plan, signal);
      return cellsOf(body).map(([code]) => String(code));
    },
    async unlabelledRows({ dimensions, ...question }) {
      const plan = planUnlabelledRows(question.model, question.scope, planOf(question).plan, dimensions);
      const { answer } = await answers.get(
        keyOf(question, plan),
        (signal) => rowsOf(question.version, plan, signal),
        question.signal,
      );
      const [rows, ...unlabelled] = cellsOf(answer.body)[0] as number[];
      return { rows: rows!, unlabelled };
    },
    catalogue: catalogueOf,
    load: (load) => loadVersion(options.loaderEntry === undefined ? load : { ...load, entry: options.loaderEntry }),
    release: (file) => readers.release(file),
    async close() {
      await Promise.all([readers.close(), warehouses.close()]);
    },
    stats: () => ({ ...readers.stats(), cache: answers.stats }),
  };
}
