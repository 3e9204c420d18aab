import type { FigureCurrency, Uncomputed } from '@rise/contract';
import { conversionOf } from '../model/amounts.ts';
import type { CompiledDataset } from '../model/compiled-model.ts';
import { planCurrencies, toCheckedCurrencies, uncomputedBy } from '../planner/currencies.ts';
import type { CheckedCurrency } from '../planner/currencies.ts';
import { rowMeasuresBehind } from '../planner/measures/parts.ts';
import { tendersBehind } from '../planner/measures/tenders.ts';
import type { Plan } from '../plan/plan.ts';
import { rowsOfBody } from '../results/result-body.ts';
import type { QueryContext } from '../requests/query-request.ts';
import { resultKey } from './query-planner.ts';
import type { QueryRunner } from './query-runner.ts';

/** Looks up the currencies of amounts, and why figures of them have no value. */
export class CurrencyService {
  readonly #runner: QueryRunner;

  constructor({ runner }: { runner: QueryRunner }) {
    this.#runner = runner;
  }

  /** The figures of a plan that have no value because of their currencies. `plan` reads base tables only. */
  async uncomputed(context: QueryContext, plan: Plan): Promise<Uncomputed[]> {
    return uncomputedBy(plan, await this.#checked(context, plan));
  }

  /** What the amounts behind the only measure of a plan are in, for an explanation; null if the model does not say. */
  async figureCurrency(
    context: QueryContext,
    plan: Plan,
    { from, measure, target }: { from: CompiledDataset; measure: string; target: string },
  ): Promise<FigureCurrency | null> {
    const [tender] = tendersBehind(from, measure);
    if (!tender || tender.kind === 'unnamed') return null;
    const code = tender.kind === 'code' ? tender.code : tender.kind === 'own' ? null : target;
    const { exchangeRates: rates } = context.model.model;
    const at = rowMeasuresBehind({ from }, from.measures.get(measure)!).flatMap(
      (name) => conversionOf(from.measures.get(name)!)?.at ?? [],
    );
    const conversion =
      rates && tender.kind === 'converted'
        ? {
            at: [...new Set(at)],
            table: rates.table,
            base: rates.base,
            quote: rates.quote,
            carryDays: rates.carry.days,
          }
        : null;
    return { code, conversion, from: byCurrency(await this.#checked(context, plan)) };
  }

  async #checked(context: QueryContext, plan: Plan): Promise<CheckedCurrency[]> {
    const currencies = planCurrencies(plan);
    if (!currencies) return [];
    const { body } = await this.#runner.cachedBody(context, resultKey(context, currencies), currencies);
    return toCheckedCurrencies(rowsOfBody(body));
  }
}

const latest = (one: string | null, other: string | null) =>
  one === null || (other !== null && other > one) ? other : one;
const earliest = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

/** The amounts of each currency, over all checks of them. */
function byCurrency(checked: readonly CheckedCurrency[]): FigureCurrency['from'] {
  const found = new Map<string | null, FigureCurrency['from'][number]>();
  for (const { currency, rows, lastRate, firstWithoutRate } of checked) {
    const known = found.get(currency);
    found.set(currency, {
      currency,
      rows: Math.max(rows, known?.rows ?? 0),
      lastRate: latest(known?.lastRate ?? null, lastRate),
      missingOn: earliest(known?.missingOn ?? null, firstWithoutRate),
    });
  }
  return [...found.values()];
}
