import { LRUCache } from 'lru-cache';
import type { ResultColumn } from '@rise/contract';
import { AnswerCache } from '../cache/answer-cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { Catalogue } from '../model/catalogue.ts';
import type { CompiledModel } from '../model/compile-model.ts';
import type { Scope } from '../plan/scope.ts';
import type { RowsText } from '../warehouses/messages.ts';
import { identityOf } from '../warehouses/warehouses.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';
import { GateFault, refusalOf } from './gate-fault.ts';
import type { SqlLanguage } from './gate-fault.ts';
import { CONTROL_CHARACTER, NO_GATE, tooManyCharacters } from './refusals.ts';
import { securedTables } from './secured-tables.ts';
import type { SqlGate } from './sql-gate.ts';

/** Characters of one statement. */
const LONGEST = 20_000;

export interface SqlQuestion {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: Scope;
  /** What somebody wrote. */
  sql: string;
  /** Rows beyond this many are left out, and told as `truncated`. */
  limit: number;
  /** Of refusals; English where left out. */
  language?: SqlLanguage;
  signal?: AbortSignal;
}

/** What the reader's rights keep back of a table that a statement read. */
export interface Restriction {
  table: string;
  /** Names of the model's rules. */
  rules: string[];
  masked: string[];
}

export interface SqlAnswer {
  /** The members `"columns":…,"rows":…` of the answer, as JSON text without the braces around. */
  body: string;
  rowCount: number;
  truncated: boolean;
  cache: 'hit' | 'miss' | 'shared';
  elapsedMs: number;
  restricted: Restriction[];
}

/** Answers what people wrote in SQL. */
export interface SqlDesk {
  /** Throws `QueryError`, `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  answer(question: SqlQuestion): Promise<SqlAnswer>;
}

export interface SqlDeskOptions {
  /** How a version takes what people write; null where its engine has no gate. */
  gateOf(version: WarehouseVersion, tenant: string): SqlGate | null;
  catalogue(version: WarehouseVersion): Promise<Catalogue>;
  cacheBytes: number;
}

type Kept = Pick<SqlAnswer, 'body' | 'rowCount' | 'truncated'>;

/** A character that no statement needs, and that parsers end texts at or show as nothing. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u;

/** What no engine has to look at. */
function checkText(sql: string): void {
  if (sql.length > LONGEST) throw new GateFault(null, tooManyCharacters(LONGEST));
  const control = CONTROL.exec(sql);
  if (control) throw new GateFault(Buffer.byteLength(sql.slice(0, control.index)), CONTROL_CHARACTER);
}

function bodyOf({ rows, columns, rowCount, truncated }: RowsText): Kept {
  const described: ResultColumn[] = columns!.map(({ name, type }) => ({
    name,
    title: { en: name },
    role: 'statistic',
    type,
  }));
  return { body: `"columns":${JSON.stringify(described)},"rows":${rows}`, rowCount, truncated };
}

export function createSqlDesk({ gateOf, catalogue, cacheBytes }: SqlDeskOptions): SqlDesk {
  const answers = new AnswerCache<Kept>({ bytes: cacheBytes, sizeOf: ({ body }) => body.length * 2 });
  const catalogues = new LRUCache<string, Catalogue>({ max: 200 });

  const catalogueOf = async (version: WarehouseVersion): Promise<Catalogue> => {
    const key = identityOf(version);
    const known = catalogues.get(key) ?? (await catalogue(version));
    catalogues.set(key, known);
    return known;
  };

  const answer = async (question: SqlQuestion): Promise<SqlAnswer> => {
    const started = performance.now();
    const { model, version, scope, sql, limit, signal } = question;
    const gate = gateOf(version, scope.tenant);
    if (!gate) throw new GateFault(null, NO_GATE);
    checkText(sql);
    const { dialect, ground, folded } = gate;
    const tables = securedTables({
      model,
      scope,
      asOf: version.asOf,
      catalogue: await catalogueOf(version),
      tenantColumn: dialect.tenantColumn,
      folded,
    });
    const nameable = {
      tables: new Map(tables.map(({ name }) => [folded(name), gate.written(name)])),
      columns: new Set(tables.flatMap(({ columns }) => columns.map(folded))),
    };
    const checked = await gate.check(sql, nameable, signal);
    const used = tables.filter(({ name }) => checked.tables.has(folded(name)));
    const views = used.map((table) => dialect.compile(table.select(ground)));
    const key = cacheKey({
      tenant: scope.tenant,
      policyHash: scope.policyHash,
      dataVersion: identityOf(version),
      modelHash: model.hash,
      plan: { kind: 'sql', sql, views, limit },
    });
    const statement = { version, tenant: scope.tenant, sql, used, limit };
    const run = async (stop?: AbortSignal) => bodyOf(await gate.run(statement, stop));
    const { answer: kept, outcome } = checked.lasting
      ? await answers.get(key, run, signal)
      : { answer: await run(signal), outcome: 'miss' as const };
    const restricted = used
      .filter(({ rules, masked }) => rules.length + masked.length > 0)
      .map(({ name, rules, masked }) => ({ table: name, rules, masked }));
    const elapsedMs = Math.round((performance.now() - started) * 1000) / 1000;
    return { ...kept, cache: outcome, elapsedMs, restricted };
  };

  return {
    async answer(question) {
      try {
        return await answer(question);
      } catch (error) {
        if (error instanceof GateFault) throw refusalOf(question.sql, error, question.language ?? 'en');
        throw error;
      }
    },
  };
}
