import type { Averaged } from '@rise/contract';
import { averagedColumns, columnsFrom, planAverages } from '../planner/averages.ts';
import type { AveragedColumn } from '../planner/averages.ts';
import type { AveragesPlan, Plan } from '../plan/plan.ts';
import type { QueryContext } from '../requests/query-request.ts';
import { rowsOfBody } from '../results/result-body.ts';
import { resultKey } from './query-planner.ts';
import type { QueryRunner } from './query-runner.ts';

type Dates = Averaged['dates'];

/** What a period's row says about one average balance; null if it has no balance in it. */
function dateOf(row: ReadonlyMap<string, unknown>, index: number): Dates[number] | null {
  const day = row.get(`day ${index}`);
  const [rows, without] = [Number(row.get(`rows ${index}`)), Number(row.get(`without ${index}`))];
  const [own, ownWithout] = [row.get(`own ${index}`), row.get(`own without ${index}`)];
  if (typeof day !== 'string' || rows + Number(own ?? 0) === 0) return null;
  return {
    date: day.slice(0, 10),
    priorYearEnd: `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}-12-31`,
    rows,
    withoutPrior: without,
    member: own === undefined || Number(own) === 0 ? null : { rows: Number(own), withoutPrior: Number(ownWithout) },
  };
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

/** Says how the average balances of results were computed. */
export class AveragesService {
  readonly #runner: QueryRunner;

  constructor({ runner }: { runner: QueryRunner }) {
    this.#runner = runner;
  }

  /**
   * For each column of a plan with average balances: their dates, and how many rows have none at the prior year-end. Those
   * in the rows of a derived dataset are those of the rows that its query reads.
   */
  async of(context: QueryContext, plan: Plan): Promise<Averaged[]> {
    const behind = plan.facts.map(async (fact) => {
      const { rows } = fact.source;
      const averaged = rows ? await this.of(context, rows) : [];
      return averaged.flatMap(({ column, dates }) =>
        columnsFrom(plan, fact, column).map((name): Averaged => ({ column: name, dates })),
      );
    });
    return [...(await this.#own(context, plan)), ...(await Promise.all(behind)).flat()];
  }

  async #own(context: QueryContext, plan: Plan): Promise<Averaged[]> {
    const columns = averagedColumns(plan);
    const [own, around] = [columns.filter(({ looksBack }) => !looksBack), columns.filter(({ looksBack }) => looksBack)];
    const [ofRows, ofPeriods] = await Promise.all([
      this.#read(context, own, planAverages(plan, 'filter')),
      this.#read(context, around, planAverages(plan, 'around')),
    ]);
    return [...ofRows, ...ofPeriods];
  }

  async #read(
    context: QueryContext,
    columns: readonly AveragedColumn[],
    plan: AveragesPlan | null,
  ): Promise<Averaged[]> {
    if (!plan || columns.length === 0) return [];
    const { body } = await this.#runner.cachedBody(context, resultKey(context, plan), plan);
    const rows = rowsOfBody(body).map((row) => new Map(plan.columns.map(({ name }, place) => [name, row[place]])));
    return columns.map(({ column, averages }) => ({
      column,
      dates: worst(rows.flatMap((row) => averages.flatMap((name) => dateOf(row, plan.figures.indexOf(name)) ?? []))),
    }));
  }
}
