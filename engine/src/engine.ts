import { basename, dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { SemanticQuery } from '@rise/contract';
import type { AnswerText } from './answer.ts';
import { createBatches } from './batches/answer-batches.ts';
import type { Wanted } from './batches/answer-batches.ts';
import { bodyOf, cellsOf, requestsOf } from './answer-body.ts';
import type { Kept } from './answer-body.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { cacheKey } from './cache/cache-key.ts';
import type { CacheKey } from './cache/cache-key.ts';
import { createGates } from './gate/gates.ts';
import { createSqlDesk } from './gate/sql-desk.ts';
import { accountsStatement, columnsBehind, definitionOf, namedAccounts, narrowQuery } from './explain.ts';
import { provenanceOf, withoutRules } from './lineage.ts';
import { generateModel } from './generate/generate-model.ts';
import { columnType } from './model/catalogue.ts';
import { joinKeys } from './model/check-joins.ts';
import { repeatedKeysSql } from './sql/repeated-keys.ts';
import type { Catalogue } from './model/catalogue.ts';
import type { CompiledModel } from './model/compile-model.ts';
import type { ValueType } from './expression/tree.ts';
import { planQuery } from './plan/plan-query.ts';
import { planRows } from './plan/plan-rows.ts';
import { maskedColumns } from './plan/rights.ts';
import type { Plan, PlanFact } from './plan/plan.ts';
import { columnsOf } from './plan/plan-source.ts';
import { planUnlabelledCodes, planUnlabelledRows } from './plan/plan-unlabelled.ts';
import type { Scope } from './plan/scope.ts';
import { columnsIn, todayOf } from './plan/bound.ts';
import { greatestSql } from './sql/greatest.ts';
import { rollupSizeSql } from './sql/rollup.ts';
import { writeSql } from './sql/write-sql.ts';
import { streamRequestOf } from './stream/plan-stream.ts';
import { loadVersion } from './warehouses/load-version.ts';
import { createRollups } from './rollups/ready-rollups.ts';
import { suggestRollups } from './rollups/suggest-rollups.ts';
import { useRollups } from './rollups/use-rollups.ts';
import { STREAMS } from './traffic/queues.ts';
import { createReaders } from './warehouses/readers.ts';
import { factNamed, planVisibility, rightsOf } from './visibility.ts';
import { createWarehouses, identityOf } from './warehouses/warehouses.ts';
import type { WarehouseVersion } from './warehouses/warehouses.ts';
import type { EngineOptions, Question, UnlabelledCodes, Engine } from './engine-interface.ts';

function hasRights(model: CompiledModel, { dataset: name }: SemanticQuery): boolean {
  const facts = model.datasets.get(name)?.facts ?? [];
  return facts.some(({ dataset }) => dataset.rules.length + dataset.masks.length > 0);
}

function readBy(model: CompiledModel, scope: Scope, { dataset, facts }: Plan): AnswerText['read'] {
  const masked = model.datasets.get(dataset)!.facts.some((fact) => maskedColumns(fact, scope).size > 0);
  return {
    rollups: facts.flatMap(({ rollup }) => rollup?.name ?? []),
    restricted: masked || facts.some(({ source }) => source.rules !== null),
  };
}

/** Bound of all kept plans; a plan is reckoned as so many bytes for each character of its question. */
const PLANS_BYTES = 32 * 1024 * 1024;
const PLAN_PER_QUESTION = 16;

interface Planned {
  key: CacheKey;
  /** Read from rollups where they answer it. */
  plan: Plan;
  /** The same without them. */
  ofRows: Plan;
  read: AnswerText['read'];
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

const elapsedSince = (started: number) => Math.round((performance.now() - started) * 1000) / 1000;

/** Whether a version has all the tables and columns by which a fact is grouped. */
function isThere(catalogue: Catalogue, { source, fields, filter }: PlanFact): boolean {
  if ([source.table, ...source.joins.map(({ table }) => table)].some((name) => !catalogue[name])) return false;
  const columns = [...fields.flatMap(({ value }) => columnsIn(value)), ...columnsOf(filter)];
  return columns.every(({ table, column }) => Object.hasOwn(catalogue[table]!, column));
}

/** The engine: answers semantic queries from version files, keeps answers, builds versions. */
export function createEngine(options: EngineOptions = {}): Engine {
  const entry = options.readerEntry === undefined ? {} : { entry: options.readerEntry };
  const deadlineMs = options.deadlineMs ?? 15_000;
  const readers = createReaders({
    // A stream can hold its process for long; queries have theirs whatever is streamed.
    maxProcesses: (options.maxProcesses ?? 4) + STREAMS,
    memoryMb: options.memoryMb ?? 1024,
    deadlineMs,
    threads: options.threads ?? 2,
    ...entry,
  });
  const warehouses = createWarehouses({
    readers,
    deadlineMs,
    traffic: {
      maxProcesses: options.maxProcesses ?? 4,
      slots: options.slots ?? 4,
      queueLength: options.queueLength ?? 500,
    },
    lookup: options.lookup,
  });
  const gates = createGates({
    ...entry,
    processes: options.sqlProcesses ?? 2,
    memoryMb: options.sqlMemoryMb ?? options.memoryMb ?? 1024,
    threads: options.threads ?? 2,
    deadlineMs,
    warehouses,
  });
  const desk = createSqlDesk({
    gateOf: (version, tenant) => gates.of(version, tenant),
    catalogue: (version) => catalogueOf(version),
    cacheBytes: options.cacheBytes ?? 64 * 1024 * 1024,
  });
  const answers = new AnswerCache<Kept>({
    bytes: options.cacheBytes ?? 64 * 1024 * 1024,
    sizeOf: (answer) => answer.body.length * 2,
  });
  const planned = new LRUCache<string, Planned>({
    maxSize: PLANS_BYTES,
    sizeCalculation: (_, asked) => asked.length * PLAN_PER_QUESTION,
  });

  const rollups = createRollups();
  const planOf = ({ model, version, scope, query }: Question): Planned => {
    // Where a model says nothing about its readers, they all share one plan.
    const { reader: _, onBehalfOf: __, ...others } = scope;
    const asked = JSON.stringify([
      hasRights(model, query) ? scope : others,
      todayOf(scope),
      identityOf(version),
      'file' in version ? version.rollups?.map(({ hash }) => hash) : null,
      version.asOf,
      model.hash,
      query,
    ]);
    const known = planned.get(asked);
    if (known) return known;
    const ofRows = planQuery(model, scope, query, version.asOf);
    const plan = useRollups(ofRows, rollups.ready(model, scope, version));
    const fresh = { key: keyOf({ model, version, scope }, plan), plan, ofRows, read: readBy(model, scope, plan) };
    planned.set(asked, fresh);
    return fresh;
  };
  const rowsOf = async ({ version, scope }: Omit<Question, 'query'>, plan: Plan, signal?: AbortSignal) => {
    const warehouse = warehouses.of(version, scope.tenant);
    return bodyOf(plan, await warehouse.query(requestsOf(plan, warehouse), signal));
  };
  const catalogueOf = async (version: WarehouseVersion): Promise<Catalogue> => {
    const warehouse = warehouses.of(version, identityOf(version));
    const [columns] = await warehouse.query([warehouse.catalogue]);
    const catalogue: Record<string, Record<string, ValueType>> = {};
    for (const [table, column, type] of JSON.parse(columns!.rows) as [string, string, string][])
      (catalogue[table] ??= {})[column] = columnType(type);
    return catalogue;
  };

  const runEach = createBatches<Kept>({
    warehouseOf: ({ version, scope }) => warehouses.of(version, scope.tenant),
    bodyOf,
    alone: ({ question, plan, signal }) => rowsOf(question, plan, signal),
  });

  const answerTo = async (
    asked: Omit<Question, 'query'>,
    { key, plan, read }: Omit<Planned, 'ofRows'>,
    started: number,
  ) => {
    const { answer, outcome } = await answers.get(key, (signal) => rowsOf(asked, plan, signal), asked.signal);
    return { ...answer, cache: outcome, elapsedMs: elapsedSince(started), read };
  };

  return {
    async answer(question) {
      const started = performance.now();
      return answerTo(question, planOf(question), started);
    },
    answerEach(questions) {
      const started = performance.now();
      const wanted: Wanted<Kept>[] = [];
      const asked = questions.map(async (question) => {
        const { key, plan, read } = planOf(question);
        const want = (signal: AbortSignal) =>
          new Promise<Kept>((resolve, reject) => {
            wanted.push({ question, query: question.query, plan, signal, resolve, reject });
          });
        const { answer, outcome } = await answers.get(key, want, question.signal);
        return { ...answer, cache: outcome, elapsedMs: elapsedSince(started), read };
      });
      // By now all have looked among the kept answers: what is wanted are those that nobody has.
      runEach(wanted);
      return asked;
    },
    async rows({ rows, ...asked }) {
      const started = performance.now();
      const plan = planRows(asked.model, asked.scope, rows, asked.version.asOf);
      return answerTo(asked, { key: keyOf(asked, plan), plan, read: readBy(asked.model, asked.scope, plan) }, started);
    },
    stream({ format, ...question }) {
      const warehouse = warehouses.of(question.version, question.scope.tenant);
      const { plan } = planOf(question);
      const request = streamRequestOf(plan, warehouse.dialect, format(plan.columns));
      return { columns: plan.columns, parts: warehouse.stream(request, question.signal) };
    },
    async explain({ model, version, scope, query, measure: asked, signal }) {
      const warehouse = warehouses.of(version, scope.tenant);
      const narrow = narrowQuery(query, asked);
      const { dialect } = warehouse;
      const { plan, ofRows } = planOf({ model, version, scope, query: narrow.query });
      const { sql, parameters } = writeSql(withoutRules(plan, model, scope), dialect).rows;
      const from = model.datasets.get(query.dataset)!;
      const measure = from.measures.get(narrow.measure)!;
      const columns = columnsBehind(from, measure);
      const statement = accountsStatement(model, scope.tenant, columns, dialect);
      const found = statement ? await warehouse.query([statement], signal) : [];
      const accounts = namedAccounts(columns, found[0]?.rows ?? null);
      return {
        ...definitionOf(from.dataset, from, measure),
        ...provenanceOf({ model, scope, query: narrow.query }, measure, {
          plan: ofRows,
          rollups: plan.facts.map(({ rollup }) => rollup ?? null),
          accounts,
          asked,
        }),
        accounts,
        dataVersion: version.number,
        asOf: version.asOf,
        filter: query.filter ?? null,
        sql,
        parameters,
      };
    },
    async visibility({ dataset, reader, row, ...asked }) {
      const { model, version, scope, signal } = asked;
      const fact = factNamed(model, dataset);
      const rights = rightsOf(fact, reader);
      if (row === null) return { ...rights, row: null };
      const plan = planVisibility({ model, fact, asker: scope, reader, row, asOf: version.asOf });
      const { body } = await rowsOf(asked, plan, signal);
      const [found, visible, ...passes] = cellsOf(body)[0] as number[];
      const names = rights.rules.filter((rule) => rule.applies).map(({ name }) => name);
      const rules = names.map((name, index) => ({ name, passes: passes[index]! }));
      return { ...rights, row: { found: found!, visible: visible!, rules } };
    },
    async unlabelledCodes({ fields, ...asked }) {
      const { model, version, scope, signal } = asked;
      if (fields.length === 0) return [];
      const catalogue = await catalogueOf(version);
      const codesOf = async (field: (typeof fields)[number]): Promise<UnlabelledCodes> => {
        const plan = planUnlabelledCodes(model, scope, { ...field, asOf: version.asOf });
        if (plan.facts.some((fact) => !isThere(catalogue, fact))) return { codes: [], truncated: false };
        const { body, truncated } = await rowsOf(asked, plan, signal);
        const codes = cellsOf(body).map(([code, rows]) => ({ code: String(code), rows: Number(rows) }));
        return { codes, truncated };
      };
      // One after the other: they wait for no reader, and those who do come first.
      const found: UnlabelledCodes[] = [];
      for (const field of fields) found.push(await codesOf(field));
      return found;
    },
    async unlabelledRows({ fields, ...question }) {
      const { asOf } = question.version;
      const plan = planUnlabelledRows(question.model, question.scope, planOf(question).ofRows, { fields, asOf });
      const { answer } = await answers.get(
        keyOf(question, plan),
        (signal) => rowsOf(question, plan, signal),
        question.signal,
      );
      const [rows, ...counted] = cellsOf(answer.body)[0] as number[];
      const unlabelled = counted.slice(0, fields.length);
      const figures = plan.figures.map(({ name: measure }, index) => {
        const start = fields.length + index * (fields.length + 1);
        const [all, ...parts] = counted.slice(start, start + fields.length + 1) as (number | null)[];
        return { measure, all: all ?? null, parts };
      });
      return { rows: rows!, unlabelled, figures };
    },
    catalogue: catalogueOf,
    async repeatedKeys({ model, version, tenant }) {
      const keys = joinKeys(model, await catalogueOf(version));
      if (keys.length === 0) return [];
      const warehouse = warehouses.of(version, tenant);
      const [counted] = await warehouse.query([repeatedKeysSql(keys, tenant, warehouse.dialect)]);
      const counts = JSON.parse(counted!.rows) as [number, number][];
      return counts.flatMap(([place, values]) => (values > 0 ? [{ ...keys[place]!, values }] : []));
    },
    generateModel: async (version, tenant) =>
      generateModel(warehouses.of(version, tenant), await catalogueOf(version), tenant),
    examine: (settings) => warehouses.examine(settings),
    disconnect: (settings) => warehouses.release(settings),
    async greatest(version, tenant, columns) {
      const warehouse = warehouses.of(version, identityOf(version));
      const statements = columns.map((column) => greatestSql(column, tenant, warehouse.dialect));
      const answers = await warehouse.query(statements);
      return answers.map(({ rows }) => (JSON.parse(rows) as (string | null)[][])[0]![0]!);
    },
    lacksRollups: (model, scope, version) => rollups.missing(model, scope, version).length > 0,
    async buildRollups({ model, version, scope, target, signal }) {
      const { tenant } = scope;
      const wanted = rollups.missing(model, scope, version);
      const entry = options.loaderEntry === undefined ? {} : { entry: options.loaderEntry };
      const own = { sourceDir: dirname(target), tables: [], sortKey: '', ...(signal && { signal }) };
      const built = await loadVersion({ ...own, ...entry, tenant, rollups: wanted, over: version.file, target });
      return built.rollups.map((each) => ('hash' in each ? { ...each, beside: basename(target) } : each));
    },
    rollupsToLoad: (model, scope) => rollups.toLoad(model, scope),
    async suggestRollups({ model, version, scope, shapes }) {
      if (!('file' in version)) return [];
      const warehouse = warehouses.of(version, scope.tenant);
      return suggestRollups(model, scope, shapes, async (plan) => {
        const request = {
          ...rollupSizeSql(plan, warehouse.dialect),
          types: ['integer' as const, 'integer' as const],
          limit: null,
        };
        const [counted] = await warehouse.query([request]);
        const [rows, all] = (JSON.parse(counted!.rows) as [number, number][])[0]!;
        return { rows, all };
      });
    },
    load: (load) => loadVersion(options.loaderEntry === undefined ? load : { ...load, entry: options.loaderEntry }),
    answerSql: (question) => desk.answer(question),
    async release(file) {
      await Promise.all([readers.release(file), gates.release(file)]);
    },
    async close() {
      await Promise.all([readers.close(), gates.close(), warehouses.close()]);
    },
    stats: () => ({ ...readers.stats(), cache: answers.stats, queries: warehouses.stats(), sql: gates.stats() }),
  };
}
