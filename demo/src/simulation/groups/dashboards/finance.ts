import type { DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import { dayFrom } from '../../generate/days.ts';
import type { Untold } from '../../text.ts';
import { cents, daily, everyDays, sum, type Making } from './daily.ts';

type Finance = Untold<z.input<DemoGroups['dashboards']['GET /api/dashboards/finance']['output']>>;

const YEAR = 365;
const CARD_LIMIT = 34_500;
const EXPENSES_LIMIT = 20_000;
const SAVINGS = 74_263;
const SAVINGS_GOAL = 250_000;
const BILLS_LIMIT = 1_000;
/** A statement is of so many days. */
const PERIOD = 30;

/** Days ago, English, Turkish, amount. Those of the last two days are still pending. */
const TRANSACTIONS = [
  [0, 'Coffee house', 'Kahveci', -6.4],
  [1, 'Office supplies', 'Kırtasiye', -148.15],
  [1, 'Refund, train ticket', 'İade, tren bileti', 62],
  [3, 'Cloud hosting', 'Bulut barındırma', -412.6],
  [5, 'Salary', 'Maaş', 6_850],
  [6, 'Electricity', 'Elektrik', -138.72],
  [8, 'Groceries', 'Market', -96.31],
  [10, 'Conference fee', 'Konferans ücreti', -780],
  [12, 'Insurance', 'Sigorta', -640],
  [14, 'Consulting, Harbor Software', 'Danışmanlık, Harbor Software', 2_400],
  [16, 'Water and heating', 'Su ve ısınma', -164.05],
  [19, 'Flight to Ankara', 'Ankara uçuşu', -486.9],
  [22, 'Groceries', 'Market', -112.84],
  [25, 'Internet and phone', 'İnternet ve telefon', -89.9],
  [28, 'Furniture', 'Mobilya', -1_249],
  [33, 'Salary', 'Maaş', 6_850],
  [36, 'Electricity', 'Elektrik', -131.4],
  [37, 'Groceries', 'Market', -104.22],
  [41, 'Car service', 'Araç bakımı', -638.5],
  [42, 'Insurance', 'Sigorta', -215.4],
  [45, 'Water and heating', 'Su ve ısınma', -171.2],
  [46, 'Dentist', 'Diş hekimi', -320],
  [51, 'Hotel, two nights', 'Otel, iki gece', -412],
  [55, 'Internet and phone', 'İnternet ve telefon', -89.9],
  [57, 'Books', 'Kitap', -74.6],
] as const;

type Transaction = (typeof TRANSACTIONS)[number];

const BILLS = new Set<string>(['Electricity', 'Water and heating', 'Internet and phone', 'Insurance']);

/** In percent, to a tenth. */
const grown = (before: number, now: number) => Math.round((now / before - 1) * 1000) / 10;

export function finance(making: Making): Finance {
  const { now, random } = making;
  const predicted = daily(making, { name: 'predicted balance', level: 52_400, growth: 0.42, swing: 0.03 });
  const actual = daily(making, { name: 'actual balance', level: 54_900, growth: 0.48, swing: 0.08 });
  const actuals = everyDays(making, actual, 3, -YEAR);
  const [first, last] = [actuals[0]!.y, actuals.at(-1)!.y];
  const ids = random('transactions');

  const between = (from: number, to: number) => TRANSACTIONS.filter(([ago]) => ago >= from && ago < to);
  const outgoing = (some: readonly Transaction[]) => cents(-sum(some.map(([, , , amount]) => Math.min(0, amount))));
  const spentIn = (from: number, to: number) => outgoing(between(from, to));
  const billsIn = (from: number, to: number) => outgoing(between(from, to).filter(([, name]) => BILLS.has(name)));
  const saved = sum(between(0, PERIOD).map(([, , , amount]) => amount));
  const incoming = TRANSACTIONS.filter(([, , , amount]) => amount > 0).map(([, , , amount]) => amount);
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
        { name: { en: 'Predicted', tr: 'Beklenen' }, data: everyDays(making, predicted, 3, -YEAR) },
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
    recentTransactions: TRANSACTIONS.map(([ago, en, tr, amount], place) => ({
      id: ids.uuid(),
      transactionId: `${ids.int(100_000, 999_999)}${String(place).padStart(2, '0')}`,
      name: { en, tr },
      amount,
      status: ago < 2 ? 'pending' : 'completed',
      date: dayFrom(now, -ago, 8 + (place % 10), (place * 17) % 60),
    })),
  };
}
