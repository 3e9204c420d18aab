import type { Averaged, Cell } from '@rise/contract';
import { averagedColumns, columnsFrom, OF_MEMBER, OF_PEERS, planAverages } from '../planner/averages.ts';
import type { AveragedColumn } from '../planner/averages.ts';
import type { AveragesPlan, Plan } from '../plan/plan.ts';
import type { QueryContext } from '../requests/query-request.ts';
import { rowsOfBody } from '../results/result-body.ts';
import type { ResultBody } from '../results/result-body.ts';
import { resultKey } from './query-planner.ts';
import type { QueryRunner } from './query-runner.ts';

type Dates = Averaged['dates'];

type Row = ReadonlyMap<string, Cell>;

/** What is counted of one average balance in a period. */
interface Counts {
  day: string | null;
  peers: { rows: number; withoutPrior: number };
  member: { rows: number; withoutPrior: number };
}

/** Adds up the rows of each period, which differ in their marks. */
function countsOf({ fields, marks }: AveragesPlan, rows: readonly Row[], index: number): Counts[] {
  const marked = new Set(marks.map(({ name }) => name));
  const byPeriod = new Map<string, Counts>();
  for (const row of rows) {
    const key = JSON.stringify(fields.map(({ name }) => row.get(name)));
    const none = { rows: 0, withoutPrior: 0 };
    const counts = byPeriod.get(key) ?? { day: null, peers: none, member: none };
    const day = row.get(`day ${index}`);
    const add = (to: Counts['peers']) => ({
      rows: to.rows + Number(row.get(`rows ${index}`)),
      withoutPrior: to.withoutPrior + Number(row.get(`without ${index}`)),
    });
    byPeriod.set(key, {
      day: typeof day === 'string' && day > (counts.day ?? '') ? day : counts.day,
      peers: !marked.has(OF_PEERS) || row.get(OF_PEERS) === 1 ? add(counts.peers) : counts.peers,
      member: row.get(OF_MEMBER) === 1 ? add(counts.member) : counts.member,
    });
  }
  return [...byPeriod.values()];
}

/** What the counts of a period say about one average balance; none if it has no balance in it. */
function dateOf({ day, peers, member }: Counts): Dates {
  if (day === null || peers.rows + member.rows === 0) return [];
  const priorYearEnd = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}-12-31`;
  return [{ date: day.slice(0, 10), priorYearEnd, ...peers, member: member.rows === 0 ? null : member }];
}

/** Of several average balances on one date, the one that lacks the most. */
function worst(dates: Dates): Dates {
  const byDate = new Map<string, Dates[number]>();
  for (const item of dates) {
    const known = byDate.get(item.date);
    if (!known || item.withoutPrior > known.withoutPrior) byDate.set(item.date, item);
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Runs a plan whose result is not cached. */
export type RunAverages = (plan: AveragesPlan, signal: AbortSignal) => Promise<ResultBody>;

/** Says how the average balances of results were computed. */
export class AveragesService {
  readonly #runner: QueryRunner;

  constructor({ runner }: { runner: QueryRunner }) {
    this.#runner = runner;
  }

  /**
   * For each column of a plan with average balances: their dates, and how many rows have none at the prior year-end. Those
   * in the rows of a derived dataset are those of the rows that its query reads. All cache look-ups have run when this
   * returns.
   */
  async of(context: QueryContext, plan: Plan, run?: RunAverages): Promise<Averaged[]> {
    const behind = plan.facts.map(async (fact) => {
      const { rows } = fact.source;
      const averaged = rows ? await this.of(context, rows, run) : [];
      return averaged.flatMap(({ column, dates }) =>
        columnsFrom(plan, fact, column).map((name): Averaged => ({ column: name, dates })),
      );
    });
    const [own, others] = await Promise.all([this.#own(context, plan, run), Promise.all(behind)]);
    return [...own, ...others.flat()];
  }

  async #own(context: QueryContext, plan: Plan, run?: RunAverages): Promise<Averaged[]> {
    const columns = averagedColumns(plan);
    const [own, around] = [columns.filter(({ looksBack }) => !looksBack), columns.filter(({ looksBack }) => looksBack)];
    const [ofRows, ofPeriods] = await Promise.all([
      this.#read(context, own, own.length === 0 ? null : planAverages(plan, 'filter'), run),
      this.#read(context, around, around.length === 0 ? null : planAverages(plan, 'around'), run),
    ]);
    return [...ofRows, ...ofPeriods];
  }

  async #read(
    context: QueryContext,
    columns: readonly AveragedColumn[],
    plan: AveragesPlan | null,
    run?: RunAverages,
  ): Promise<Averaged[]> {
    if (!plan) return [];
    const runPlan = run && ((signal: AbortSignal) => run(plan, signal));
    const { body } = await this.#runner.cachedBody(context, resultKey(context, plan), plan, runPlan);
    const rows = rowsOfBody(body).map((row) => new Map(plan.columns.map(({ name }, place) => [name, row[place]!])));
    return columns.map(({ column, averages }) => ({
      column,
      dates: worst(averages.flatMap((name) => countsOf(plan, rows, plan.figures.indexOf(name)).flatMap(dateOf))),
    }));
  }
}
