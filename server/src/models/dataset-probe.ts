import { aggregateQuery, streamQuery, type Cell, type DimensionRequest, type Measure } from '@rise/contract';
import {
  EngineBusy,
  FigureOverflow,
  QueryError,
  QueryTimeout,
  type CompiledDataset,
  type CompiledModel,
  type Engine,
  type ResultText,
  type Scope,
  type WarehouseVersion,
} from '@rise/engine';
import { profileMeasure, type Finding, type MeasureProfile, type Members } from './model-findings.rules.ts';

/** Members of a dimension that are counted and compared. */
export const MAX_MEMBERS = 100_000;
/** Groups in which measures are compared. */
export const MAX_GROUPS = 2000;

/** What is said of a figure that cannot be computed. */
const UNCOMPUTED = {
  overflow: 'It leaves the range of its type. Cast its parts to a wider one, or exclude rows.',
  not_finite: "It is NaN or infinite in some rows. Exclude such rows by 'where'.",
  missing_rate: 'Some rows have no exchange rate for their currency and day. Load the missing rates.',
  mixed_currencies: "Its rows are in several currencies. Add 'convert' to the measure.",
};

export interface ProbeContext {
  readonly engine: Engine;
  readonly model: CompiledModel;
  readonly version: WarehouseVersion;
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** Runs the queries of a check on one dataset, one at a time. Each throws the signal's reason and `EngineBusy`. */
export class DatasetProbe {
  readonly #context: ProbeContext;
  readonly #dataset: CompiledDataset;

  constructor(context: ProbeContext, dataset: CompiledDataset) {
    this.#context = context;
    this.#dataset = dataset;
  }

  /** The members of a dimension, read as a stream; or why they cannot be read. */
  async members(name: string): Promise<Members | Finding> {
    try {
      let first: Cell = null;
      let last: Cell = null;
      const { rowCount: count, truncated } = await this.#stream([name], MAX_MEMBERS, ([cell = null]) => {
        if (cell === null) return;
        first ??= cell;
        last = cell;
      });
      return { name, count, truncated, first, last };
    } catch (error) {
      return this.#failed('dimension', name, error);
    }
  }

  /** Whether two dimensions with `count` members each have as many pairs; or why that cannot be told. */
  async isOneToOne(one: string, two: string, count: number): Promise<boolean | Finding> {
    try {
      const { rowCount, truncated } = await this.#stream([one, two], count, () => undefined);
      return rowCount === count && !truncated;
    } catch (error) {
      const { message } = this.#failed('dimension', two, error);
      return { kind: 'unchecked', of: 'dimension', names: [one, two], message: `Not compared: ${message}` };
    }
  }

  /** Profiles of measures by the members of a dimension. A measure that fails does not affect the others. */
  async measures(measures: readonly Measure[], by: string | null): Promise<(MeasureProfile | Finding)[]> {
    try {
      const names = measures.map(({ name }) => name);
      const { rows: totals, uncomputed } = await this.#rows([], names);
      const { rows: groups, ...grouped } = by === null ? { rows: [], uncomputed } : await this.#rows([by], names);
      const [total = []] = totals;
      const reasons = new Map([...grouped.uncomputed, ...uncomputed].map(({ column, reason }) => [column, reason]));
      const keys = groups.map(([key = null]) => key);
      return measures.map((measure, index) => {
        const cells = groups.map((row) => row[index + 1]!);
        const reason = reasons.get(measure.name);
        if (reason !== undefined)
          return { kind: 'exploding', of: 'measure', names: [measure.name], message: UNCOMPUTED[reason] };
        return profileMeasure(measure, total[index] ?? null, keys, cells);
      });
    } catch (error) {
      if (measures.length === 1) return [this.#failed('measure', measures[0]!.name, error)];
      this.#rethrowGeneral(error);
      const half = Math.ceil(measures.length / 2);
      return [
        ...(await this.measures(measures.slice(0, half), by)),
        ...(await this.measures(measures.slice(half), by)),
      ];
    }
  }

  async #rows(dimensions: string[], measures: string[]): Promise<Pick<ResultText, 'uncomputed'> & { rows: Cell[][] }> {
    const { engine, ...context } = this.#context;
    const order = dimensions.map((field) => ({ field }));
    const query = aggregateQuery.parse({ ...this.#named, dimensions, measures, order, limit: MAX_GROUPS });
    const { body, uncomputed } = await engine.queries.run({ ...context, query });
    return { ...(JSON.parse(`{${body}}`) as { rows: Cell[][] }), uncomputed };
  }

  /** Passes on each row of distinct members in their order; at most `limit` of them, of which it holds one chunk. */
  async #stream(dimensions: DimensionRequest[], limit: number, onRow: (row: Cell[]) => void) {
    const { engine, ...context } = this.#context;
    const order = dimensions.map((field) => ({ field }));
    const query = streamQuery.parse({ ...this.#named, dimensions, order, limit });
    const { parts } = engine.queries.stream({ ...context, query, format: () => ({ kind: 'ndjson' }) });
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) return next.value;
      // Chunks end with a row.
      for (const line of Buffer.from(next.value).toString().split('\n'))
        if (line !== '') onRow(JSON.parse(line) as Cell[]);
    }
  }

  get #named() {
    return { dataset: this.#dataset.dataset.name };
  }

  /** Stops the check where the error is not about the measures themselves. */
  #rethrowGeneral(error: unknown): void {
    this.#context.signal.throwIfAborted();
    if (error instanceof EngineBusy) throw error;
  }

  #failed(of: Finding['of'], name: string, error: unknown): Finding {
    this.#rethrowGeneral(error);
    if (error instanceof FigureOverflow) return { kind: 'exploding', of, names: [name], message: UNCOMPUTED.overflow };
    if (error instanceof QueryError) return { kind: 'failed', of, names: [name], message: error.message };
    const message =
      error instanceof QueryTimeout
        ? `It took longer than ${Math.round(error.deadlineMs / 1000)} s alone. Simplify its expression, or add a rollup.`
        : 'The warehouse could not compute it. Check its expression against the data.';
    return { kind: 'failed', of, names: [name], message };
  }
}
