import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { moment } from './fields.ts';

const series = <P extends z.ZodType>(point: P) => z.array(z.object({ name: z.string(), data: z.array(point) }));
const overTime = series(z.object({ x: moment, y: z.number() }));
/** A total and the points that add up to it, each labeled with its days. */
const amountOverSpans = z.object({ amount: z.number(), labels: z.array(z.string()), series: series(z.number()) });

const perWeek = <S extends z.ZodType>(one: S) => z.object({ 'this-week': one, 'last-week': one });
const appointment = z.object({ title: z.string(), time: z.string(), location: z.string().optional() });

const projectDashboard = z.object({
  githubIssues: z.object({
    /** Closed issues are the fixed ones and those that will not be fixed. */
    overview: perWeek(
      z.object({
        'new-issues': z.int(),
        'closed-issues': z.int(),
        fixed: z.int(),
        'wont-fix': z.int(),
        're-opened': z.int(),
        'needs-triage': z.int(),
      }),
    ),
    labels: z.array(z.string()).length(7),
    series: perWeek(
      z.array(z.object({ name: z.string(), type: z.enum(['line', 'column']), data: z.array(z.int()).length(7) })),
    ),
  }),
  taskDistribution: z.object({
    overview: perWeek(z.object({ new: z.int(), completed: z.int() })),
    labels: z.array(z.string()).length(4),
    series: perWeek(z.array(z.int()).length(4)),
  }),
  schedule: z.object({ today: z.array(appointment), tomorrow: z.array(appointment) }),
  /** Shares of the total budget, in percent. */
  budgetDistribution: z.object({ categories: z.array(z.string()).length(5), series: series(z.number()) }),
  weeklyExpenses: amountOverSpans,
  monthlyExpenses: amountOverSpans,
  yearlyExpenses: amountOverSpans,
  budgetDetails: z.object({
    columns: z.array(z.string()),
    rows: z.array(
      z.object({
        id: z.int(),
        type: z.string(),
        total: z.number(),
        expensesAmount: z.number(),
        expensesPercentage: z.number(),
        remainingAmount: z.number(),
        remainingPercentage: z.number(),
      }),
    ),
  }),
  teamMembers: z.array(
    z.object({
      id: z.uuid(),
      avatar: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      title: z.string(),
    }),
  ),
});

/** Shares of the unique visitors, in percent. */
const audience = z.object({ uniqueVisitors: z.int(), series: z.array(z.number()), labels: z.array(z.string()) });

const analyticsDashboard = z.object({
  visitors: z.object({ series: z.object({ 'this-year': overTime, 'last-year': overTime }) }),
  conversions: amountOverSpans,
  impressions: amountOverSpans,
  visits: amountOverSpans,
  visitorsVsPageViews: z.object({
    /** Visitors on an average day. */
    overallScore: z.int(),
    /** Visitors per hundred page views: over all days, and as predicted from the last two weeks. */
    averageRatio: z.number(),
    predictedRatio: z.number(),
    series: overTime,
  }),
  newVsReturning: audience,
  gender: audience,
  age: audience,
  language: audience,
});

const statement = z.object({
  status: z.enum(['paid', 'pending']),
  date: moment,
  limit: z.number(),
  spent: z.number(),
  minimum: z.number(),
});

const financeDashboard = z.object({
  /** `growRate`: percent over the year. `ami`: average monthly income. */
  accountBalance: z.object({ growRate: z.number(), ami: z.number(), series: overTime }),
  budget: z.object({
    expenses: z.number(),
    expensesLimit: z.number(),
    savings: z.number(),
    savingsGoal: z.number(),
    bills: z.number(),
    billsLimit: z.number(),
  }),
  /** Compared with the previous 30 days, in percent. Savings grow by the unspent income. */
  budgetChange: z.object({ expenses: z.number(), savings: z.number(), bills: z.number() }),
  /** Card spending in the 30 days before the date: that period's outgoing transactions. */
  previousStatement: statement,
  currentStatement: statement,
  recentTransactions: z.array(
    z.object({
      id: z.uuid(),
      transactionId: z.string(),
      name: z.string(),
      /** Negative for outgoing amounts. */
      amount: z.number(),
      status: z.enum(['completed', 'pending']),
      date: moment,
    }),
  ),
});

/** `amount` in percent. */
const trend = z.object({ dir: z.enum(['up', 'down']), amount: z.number() });
const coins = z.object({ btc: z.number(), eth: z.number(), bch: z.number(), xrp: z.number() });

const cryptoDashboard = z.object({
  btc: z.object({
    amount: z.number(),
    trend,
    marketCap: z.number(),
    volume: z.number(),
    supply: z.number(),
    allTimeHigh: z.number(),
    /** x: minutes from now, so mostly negative. */
    price: z.object({ series: series(z.object({ x: z.number(), y: z.number() })) }),
  }),
  /** In US dollars. */
  prices: coins,
  /** In coins. */
  wallets: coins,
  watchlist: z.array(
    z.object({
      title: z.string(),
      iso: z.string(),
      amount: z.number(),
      trend,
      /** x: time of day, HH:mm. */
      series: series(z.object({ x: z.string().regex(/^\d\d:\d\d$/), y: z.number() })),
    }),
  ),
});

export const dashboardCalls = {
  'GET /api/dashboards/project': { summary: 'The project dashboard', output: projectDashboard },
  'GET /api/dashboards/analytics': { summary: 'The analytics dashboard', output: analyticsDashboard },
  'GET /api/dashboards/finance': { summary: 'The finance dashboard', output: financeDashboard },
  'GET /api/dashboards/crypto': { summary: 'The crypto dashboard', output: cryptoDashboard },
} as const satisfies DemoCallTable;

/** Dashboards are read-only: they are computed from the current date. */
export const dashboardState = z.object({});
