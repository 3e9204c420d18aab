import type { LookupFunction } from 'node:net';
import type { Explanation, Model, ResultColumn, RowsQuery, SemanticQuery, Visibility } from '@rise/contract';
import type { AnswerText } from './answer.ts';
import type { SqlAnswer, SqlQuestion } from './gate/sql-desk.ts';
import type { RepeatedKey } from './model/check-joins.ts';
import type { Catalogue } from './model/catalogue.ts';
import type { CompiledModel } from './model/compile-model.ts';
import type { CodedField } from './plan/plan-unlabelled.ts';
import type { ReaderOf, Scope } from './plan/scope.ts';
import type { GreatestOf } from './sql/greatest.ts';
import type { StreamFormat, StreamParts } from './stream/stream-request.ts';
import type { LoadedVersion, LoadOptions } from './warehouses/load-version.ts';
import type { CountedFor } from './rollups/rollup.ts';
import type { AskedShape, SuggestedRollup } from './rollups/suggest-rollups.ts';
import type { LoadedRollup, LoadRollup } from './warehouses/messages.ts';
import type { SettingsProblem } from './warehouses/server-driver.ts';
import type { ServerSettings } from './warehouses/server-settings.ts';
import type { Readers } from './warehouses/readers.ts';
import type { FileVersion, WarehouseVersion } from './warehouses/warehouses.ts';

export interface EngineOptions {
  /** The bundled child processes, where the host is a bundle. */
  readerEntry?: string;
  loaderEntry?: string;
  /** Reader processes of queries at the same time; streams have two more. Default 4. */
  maxProcesses?: number;
  /** Queries at the same time, shared out fairly among the tenants that ask. Default 4. */
  slots?: number;
  /** Queries that may wait for their turn in each tenant. Default 500. */
  queueLength?: number;
  /** Bound of DuckDB's memory in each reader. Default 1024. */
  memoryMb?: number;
  /** How long a query may take once its reader is ready, and how long it may wait for its turn before. Default 15,000. */
  deadlineMs?: number;
  /** Processes at the same time that run what people wrote in SQL. Default 2. */
  sqlProcesses?: number;
  /** Bound of DuckDB's memory in each of them; one statement gets half of it. Default that of a reader. */
  sqlMemoryMb?: number;
  /** DuckDB's threads in each reader. Default 2. */
  threads?: number;
  /** Bound of all kept answers. Default 64 MiB; 0 keeps none. */
  cacheBytes?: number;
  /** Resolves names of warehouses' hosts; throws for one that may not be reached. The system's own where left out. */
  lookup?: LookupFunction;
}

export interface Question {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: Scope;
  query: SemanticQuery;
  signal?: AbortSignal;
}

/** The rows of a query as a stream, and what its columns are. */
export interface AnswerStream {
  columns: ResultColumn[];
  parts: StreamParts;
}

/** Values of dimensions that pick a row. */
type VisibleRow = Readonly<Record<string, string | number | boolean>>;

export interface UnlabelledCodes {
  codes: { code: string; rows: number }[];
  /** True where there are more. */
  truncated: boolean;
}

/** Of rows with codes: all of them, and for each field those whose code has no meaning. */
export interface UnlabelledRows {
  rows: number;
  unlabelled: number[];
  /** Measures that add up: the figure over all rows, and over those. */
  figures: { measure: string; all: number | null; parts: (number | null)[] }[];
}

export interface Engine {
  /** Answers a query. Throws `QueryError`, `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  answer(question: Question): Promise<AnswerText>;
  /**
   * Answers questions of one reader to one version, each as `answer` would, and as soon as it has it: those that can be
   * are read in one pass. One that fails does so alone.
   */
  answerEach(questions: readonly Question[]): Promise<AnswerText>[];
  /** The rows behind one figure, as the text of contract's `rowsResult`. Throws as `answer` does. */
  rows(asked: Omit<Question, 'query'> & { rows: RowsQuery }): Promise<AnswerText>;
  /** Answers what somebody wrote in SQL. Throws `QueryError`, `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  answerSql(question: SqlQuestion): Promise<SqlAnswer>;
  /**
   * Hands the rows of a query over as they come, without keeping any, in the order of the query. Throws what `answer`
   * throws, at once or between parts, and `StreamStalled`.
   */
  stream(question: Question & { format: (columns: readonly ResultColumn[]) => StreamFormat }): AnswerStream;
  /** What of a dataset's rights concerns a reader, and what they make of one row among those that the scope may see. */
  visibility(
    asked: Omit<Question, 'query'> & { dataset: string; reader: ReaderOf; row: VisibleRow | null },
  ): Promise<Omit<Visibility, 'reader'>>;
  /** Where one measure of a query comes from; `loadedAt` is the host's to add. */
  explain(question: Question & { measure: string }): Promise<Omit<Explanation, 'loadedAt'>>;
  /**
   * For each of these fields the codes in a version that have no meaning, the most frequent first and at most 10,000 of
   * them; none for a field whose columns the version lacks.
   */
  unlabelledCodes(
    asked: Omit<Question, 'query'> & { fields: readonly { dataset: string; coded: CodedField }[] },
  ): Promise<UnlabelledCodes[]>;
  /** Of the rows behind a query: how many there are, and in how many each of these fields is of a code without a meaning. */
  unlabelledRows(question: Question & { fields: readonly string[] }): Promise<UnlabelledRows>;
  /** Tables of a version, their columns and types. */
  catalogue(version: WarehouseVersion): Promise<Catalogue>;
  /** Of the keys by which a model joins tables, those with values that stand in several of the tenant's rows. */
  repeatedKeys(asked: { model: Model; version: WarehouseVersion; tenant: string }): Promise<RepeatedKey[]>;
  /** A first model of a tenant's tables, guessed from what is in them, as YAML with comments; null where no table has a row. */
  generateModel(version: WarehouseVersion, tenant: string): Promise<string | null>;
  /** What is wrong with the settings of a warehouse's server, as it shows itself; empty where it can be used. */
  examine(settings: ServerSettings): Promise<SettingsProblem[]>;
  /** The greatest value that each column has in a tenant's rows, as text; null where there is none. */
  greatest(version: WarehouseVersion, tenant: string, columns: readonly GreatestOf[]): Promise<(string | null)[]>;
  /** Ends the connections to a warehouse's server. */
  disconnect(settings: ServerSettings): Promise<void>;
  /** What a load builds beside the tables for a model: the rollups that it declares. */
  rollupsToLoad(model: CompiledModel, scope: CountedFor): LoadRollup[];
  /**
   * Rollups that would have answered what was asked, best first, with the rows that they would have in this version.
   * None for a warehouse in a server, where nothing is built.
   */
  suggestRollups(asked: {
    model: CompiledModel;
    version: WarehouseVersion;
    scope: CountedFor;
    shapes: readonly AskedShape[];
  }): Promise<SuggestedRollup[]>;
  /** Whether the model in force declares rollups that a version lacks and that could be built for it. */
  lacksRollups(model: CompiledModel, scope: CountedFor, version: WarehouseVersion): boolean;
  /**
   * Builds what a version lacks of a model's rollups into a file beside it, and answers all that the version then has;
   * the version's own file does not change. One that cannot be built is told of as a problem. Throws `LoadError`.
   */
  buildRollups(asked: {
    model: CompiledModel;
    version: FileVersion;
    scope: CountedFor;
    target: string;
    signal?: AbortSignal;
  }): Promise<LoadedRollup[]>;
  /** Builds a version file. Throws `LoadError`. */
  load(options: Omit<LoadOptions, 'entry'>): Promise<LoadedVersion>;
  /** Lets go of a version's file, for example before it is deleted. */
  release(file: string): Promise<void>;
  close(): Promise<void>;
  stats(): ReturnType<Readers['stats']> & {
    cache: { entries: number; bytes: number };
    queries: { running: number; waiting: number };
    /** The processes that run what people wrote. */
    sql: ReturnType<Readers['stats']>;
  };
}
