import { expect } from 'vitest';
import type { Cases } from '../../conformance/cases.ts';
import { cents, sum } from './daily.ts';

const DAY_MS = 86_400_000;

/** Checks that points are `days` apart, in order, and end `ending` days ago. */
function expectEvery(days: number, points: readonly { x: string }[], now: Date, ending = 0) {
  const times = points.map(({ x }) => Date.parse(x));
  expect(times.slice(1).every((time, index) => (times[index] ?? 0) + days * DAY_MS === time)).toBe(true);
  expect(Math.floor(now.getTime() / DAY_MS) - Math.floor(times.at(-1)! / DAY_MS)).toBe(ending);
}

const data = (figure: { series: { data: number[] }[] }) => figure.series[0]!.data;

export const dashboardCases: Cases<'dashboards'> = {
  'GET /api/dashboards/project': {
    'seven days of issues, new as a line and closed as columns': async (api) => {
      const { githubIssues } = await api.call('GET /api/dashboards/project');
      expect(githubIssues.labels).toEqual(['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']);
      for (const week of ['this-week', 'last-week'] as const) {
        const [line, column] = githubIssues.series[week];
        expect([line!.type, column!.type]).toEqual(['line', 'column']);
        const overview = githubIssues.overview[week];
        expect(sum(line!.data)).toBe(overview['new-issues']);
        expect(sum(column!.data)).toBe(overview['closed-issues']);
        expect(overview.fixed + overview['wont-fix']).toBe(overview['closed-issues']);
      }
    },
    'the tasks of a week are new or completed': async (api) => {
      const { taskDistribution } = await api.call('GET /api/dashboards/project');
      for (const week of ['this-week', 'last-week'] as const) {
        const { new: left, completed } = taskDistribution.overview[week];
        expect(sum(taskDistribution.series[week])).toBe(left + completed);
      }
    },
    'expenses of 6, 4 and 10 points, each sum that of its points': async (api) => {
      const dashboard = await api.call('GET /api/dashboards/project');
      const { weeklyExpenses, monthlyExpenses, yearlyExpenses } = dashboard;
      for (const [expenses, points] of [
        [weeklyExpenses, 6],
        [monthlyExpenses, 4],
        [yearlyExpenses, 10],
      ] as const) {
        expect(data(expenses)).toHaveLength(points);
        expect(expenses.labels).toHaveLength(points);
        expect(sum(data(expenses))).toBe(expenses.amount);
      }
      // The same days in all three series: six of them are within the last week.
      expect(weeklyExpenses.amount).toBeLessThan(data(monthlyExpenses).at(-1)!);
    },
    'each row of the budget adds up to its total': async (api) => {
      const { budgetDetails, budgetDistribution } = await api.call('GET /api/dashboards/project');
      expect(sum(data(budgetDistribution))).toBeCloseTo(100, 9);
      expect(budgetDetails.rows.map(({ type }) => type)).toEqual(budgetDistribution.categories);
      const total = sum(budgetDetails.rows.map((row) => row.total));
      for (const [index, row] of budgetDetails.rows.entries()) {
        expect(Object.keys(row)).toEqual(expect.arrayContaining(budgetDetails.columns));
        expect(cents(row.expensesAmount + row.remainingAmount)).toBe(row.total);
        expect(row.expensesPercentage + row.remainingPercentage).toBe(100);
        expect(row.expensesAmount / row.total).toBeCloseTo(row.expensesPercentage / 100, 4);
        expect((row.total / total) * 100).toBeCloseTo(data(budgetDistribution)[index]!, 9);
      }
    },
    'the team and the schedule come in the requested language': async (api) => {
      const { teamMembers, schedule } = await api.call('GET /api/dashboards/project', { language: 'tr' });
      expect(teamMembers[0]).toMatchObject({ name: 'Aylin Demirci', title: 'Krediler müdürü' });
      expect(schedule.today[0]).toEqual({ title: 'Günlük toplantı', time: '09:15' });
    },
  },
  'GET /api/dashboards/analytics': {
    'visitors every three days over twelve months, this year and last': async (api) => {
      const { visitors } = await api.call('GET /api/dashboards/analytics');
      const [thisYear, lastYear] = [visitors.series['this-year'][0]!.data, visitors.series['last-year'][0]!.data];
      expectEvery(3, thisYear, api.now);
      expectEvery(3, lastYear, api.now, 365);
      expect([thisYear.length, lastYear.length]).toEqual([122, 122]);
      expect(sum(thisYear.map(({ y }) => y))).toBeGreaterThan(sum(lastYear.map(({ y }) => y)));
    },
    'page views and visitors of 65 days': async (api) => {
      const dashboard = await api.call('GET /api/dashboards/analytics');
      const { series, overallScore, averageRatio } = dashboard.visitorsVsPageViews;
      expect(series.map(({ name }) => name)).toEqual(['Page Views', 'Visitors']);
      const [views, visitors] = series.map((one) => one.data);
      for (const points of [views!, visitors!]) {
        expect(points).toHaveLength(65);
        expectEvery(1, points, api.now);
      }
      const [viewed, visited] = [views!, visitors!].map((points) => sum(points.map(({ y }) => y)));
      expect(averageRatio).toBeCloseTo((visited! / viewed!) * 100, 1);
      expect(overallScore).toBe(Math.round(visited! / 65));
      expect(dashboard.gender.uniqueVisitors).toBe(visited);
    },
    'conversions of six points, impressions and visits of four, each amount the sum of its points': async (api) => {
      const { conversions, impressions, visits } = await api.call('GET /api/dashboards/analytics');
      for (const [figure, points] of [
        [conversions, 6],
        [impressions, 4],
        [visits, 4],
      ] as const) {
        expect(data(figure)).toHaveLength(points);
        expect(figure.labels).toHaveLength(points);
        expect(sum(data(figure))).toBe(figure.amount);
      }
    },
    'the shares of each audience add up to 100': async (api) => {
      const { newVsReturning, gender, age, language } = await api.call('GET /api/dashboards/analytics');
      for (const audience of [newVsReturning, gender, age, language]) {
        expect(sum(audience.series)).toBe(100);
        expect(audience.labels).toHaveLength(audience.series.length);
        expect(audience.uniqueVisitors).toBe(gender.uniqueVisitors);
      }
      expect(age.labels).toEqual(['Under 30', 'Over 30']);
    },
  },
  'GET /api/dashboards/finance': {
    'limits of 20000, 250000, 1000 and 34500': async (api) => {
      const { budget, previousStatement, currentStatement } = await api.call('GET /api/dashboards/finance');
      expect(budget).toMatchObject({ expensesLimit: 20_000, savingsGoal: 250_000, billsLimit: 1_000 });
      expect([previousStatement.limit, currentStatement.limit]).toEqual([34_500, 34_500]);
    },
    'the previous statement is paid, the current one pending': async (api) => {
      const finance = await api.call('GET /api/dashboards/finance');
      const { previousStatement, currentStatement, recentTransactions, budget } = finance;
      expect([previousStatement.status, currentStatement.status]).toEqual(['paid', 'pending']);
      const days = ({ date }: { date: string }) =>
        Math.floor(Date.parse(currentStatement.date) / DAY_MS) - Math.floor(Date.parse(date) / DAY_MS);
      const spent = (from: number, to: number) =>
        cents(
          -sum(
            recentTransactions
              .filter((one) => one.amount < 0 && days(one) >= from && days(one) < to)
              .map(({ amount }) => amount),
          ),
        );
      expect(currentStatement.spent).toBe(spent(0, 30));
      expect(previousStatement.spent).toBe(spent(30, 60));
      expect(budget.expenses).toBe(currentStatement.spent);
      const change = (currentStatement.spent / previousStatement.spent - 1) * 100;
      expect(finance.budgetChange.expenses).toBeCloseTo(change, 1);
    },
    'predicted and actual balances every three days over a year': async (api) => {
      const { accountBalance } = await api.call('GET /api/dashboards/finance');
      expect(accountBalance.series.map(({ name }) => name)).toEqual(['Predicted', 'Actual']);
      for (const { data } of accountBalance.series) {
        expect(data).toHaveLength(122);
        expectEvery(3, data, api.now);
      }
      const actual = accountBalance.series[1]!.data;
      expect(accountBalance.growRate).toBeCloseTo((actual.at(-1)!.y / actual[0]!.y - 1) * 100, 1);
    },
    'transactions are completed or pending, outgoing ones negative': async (api) => {
      const { recentTransactions } = await api.call('GET /api/dashboards/finance');
      expect(new Set(recentTransactions.map(({ status }) => status))).toEqual(new Set(['completed', 'pending']));
      expect(recentTransactions.find(({ name }) => name === 'Groceries')!.amount).toBeLessThan(0);
      expect(recentTransactions.find(({ name }) => name === 'Salary')!.amount).toBeGreaterThan(0);
      const ids = recentTransactions.flatMap(({ id, transactionId }) => [id, transactionId]);
      expect(new Set(ids).size).toBe(ids.length);
    },
  },
  'GET /api/dashboards/crypto': {
    'the price of the last 145 minutes, ending at the amount': async (api) => {
      const { btc } = await api.call('GET /api/dashboards/crypto');
      const points = btc.price.series[0]!.data;
      expect(points.map(({ x }) => x)).toEqual(Array.from({ length: 146 }, (_, index) => index - 145));
      expect(points.at(-1)!.y).toBe(btc.amount);
      const change = (btc.amount / points[0]!.y - 1) * 100;
      expect(btc.trend).toEqual({ dir: change < 0 ? 'down' : 'up', amount: cents(Math.abs(change)) });
      expect(btc.marketCap).toBe(Math.round(btc.amount * btc.supply));
    },
    'prices and wallets of four coins': async (api) => {
      const { btc, prices, wallets, watchlist } = await api.call('GET /api/dashboards/crypto');
      expect(Object.keys(prices)).toEqual(['btc', 'eth', 'bch', 'xrp']);
      expect(Object.keys(wallets)).toEqual(['btc', 'eth', 'bch', 'xrp']);
      expect(prices.btc).toBe(btc.amount);
      expect(prices.eth).toBe(watchlist.find(({ iso }) => iso === 'ETH')!.amount);
    },
    'a watchlist of six, each with twenty points a minute apart': async (api) => {
      const { watchlist } = await api.call('GET /api/dashboards/crypto');
      expect(watchlist.map(({ iso }) => iso)).toEqual(['ETH', 'BCH', 'XRP', 'LTC', 'ZEC', 'BTG']);
      for (const { series, amount } of watchlist) {
        const points = series[0]!.data;
        expect(points).toHaveLength(20);
        expect(points.at(-1)!.y).toBe(amount);
        const minutes = points.map(({ x }) => Number(x.slice(0, 2)) * 60 + Number(x.slice(3)));
        expect(minutes.slice(1).every((minute, index) => (minute - (minutes[index] ?? 0) + 1440) % 1440 === 1)).toBe(
          true,
        );
      }
    },
  },
};
