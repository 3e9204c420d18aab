import type { DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import { dayFrom } from '../../generate/days.ts';
import type { Localizable } from '../../text.ts';
import transactions from './data/transactions.json';
import { cents, daily, everyDays, sum, type GenerationInput } from './daily.ts';

type Finance = Localizable<z.input<DemoGroups['dashboards']['GET /api/dashboards/finance']['output']>>;

const YEAR = 365;
const CARD_LIMIT = 34_500;
const EXPENSES_LIMIT = 20_000;
const SAVINGS = 74_263;
const SAVINGS_GOAL = 250_000;
const BILLS_LIMIT = 1_000;
/** Length of a statement in days. */
const PERIOD = 30;

interface TransactionEntry {
  readonly daysAgo: number;
  readonly name: { readonly en: string; readonly tr: string };
  readonly amount: number;
  /** Counts as a bill. */
  readonly bill?: boolean;
}
const TRANSACTIONS: readonly TransactionEntry[] = transactions;
/** Transactions of the last two days are pending. */
const PENDING_DAYS = 2;

/** In percent, rounded to one decimal. */
const grown = (before: number, now: number) => Math.round((now / before - 1) * 1000) / 10;

export function finance(input: GenerationInput): Finance {
  const { now, random } = input;
  const predicted = daily(input, { name: 'predicted balance', level: 52_400, growth: 0.42, swing: 0.03 });
  const actual = daily(input, { name: 'actual balance', level: 54_900, growth: 0.48, swing: 0.08 });
  const actuals = everyDays(input, actual, 3, -YEAR);
  const [first, last] = [actuals[0]!.y, actuals.at(-1)!.y];
  const ids = random('transactions');

  const between = (from: number, to: number) => TRANSACTIONS.filter(({ daysAgo }) => daysAgo >= from && daysAgo < to);
  const outgoing = (entries: readonly TransactionEntry[]) =>
    cents(-sum(entries.map(({ amount }) => Math.min(0, amount))));
  const spentIn = (from: number, to: number) => outgoing(between(from, to));
  const billsIn = (from: number, to: number) => outgoing(between(from, to).filter(({ bill }) => bill));
  const saved = sum(between(0, PERIOD).map(({ amount }) => amount));
  const incoming = TRANSACTIONS.filter(({ amount }) => amount > 0).map(({ amount }) => amount);
  const statement = (status: 'paid' | 'pending', days: number, spent: number) => ({
    status,
    date: dayFrom(now, days),
    limit: CARD_LIMIT,
    spent,
    minimum: cents(spent * 0.05),
  });

  return {
    accountBalance: {
      growRate: grown(first, last),
      // The transactions are of two months.
      ami: cents(sum(incoming) / 2),
      series: [
        { name: { en: 'Predicted', tr: 'Beklenen' }, data: everyDays(input, predicted, 3, -YEAR) },
        { name: { en: 'Actual', tr: 'Gerçekleşen' }, data: actuals },
      ],
    },
    budget: {
      expenses: spentIn(0, PERIOD),
      expensesLimit: EXPENSES_LIMIT,
      savings: SAVINGS,
      savingsGoal: SAVINGS_GOAL,
      bills: billsIn(0, PERIOD),
      billsLimit: BILLS_LIMIT,
    },
    budgetChange: {
      expenses: grown(spentIn(PERIOD, 2 * PERIOD), spentIn(0, PERIOD)),
      savings: grown(SAVINGS - saved, SAVINGS),
      bills: grown(billsIn(PERIOD, 2 * PERIOD), billsIn(0, PERIOD)),
    },
    previousStatement: statement('paid', -PERIOD, spentIn(PERIOD, 2 * PERIOD)),
    currentStatement: statement('pending', 0, spentIn(0, PERIOD)),
    recentTransactions: TRANSACTIONS.map(({ daysAgo, name, amount }, index) => ({
      id: ids.uuid(),
      transactionId: `${ids.int(100_000, 999_999)}${String(index).padStart(2, '0')}`,
      name,
      amount,
      status: daysAgo < PENDING_DAYS ? 'pending' : 'completed',
      date: dayFrom(now, -daysAgo, 8 + (index % 10), (index * 17) % 60),
    })),
  };
}
