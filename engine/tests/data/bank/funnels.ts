import { plainFunnel } from '../plain-funnel.ts';
import { between, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const bookings = of('bookings');

/** Accounts that go through steps in an order; days have no times. */
export const FUNNELS: Questions = {
  'How many accounts pay in cash, then take cash out, then pay for their household?': {
    query: bookings({
      kind: 'funnel',
      key: 'account',
      time: 'day',
      steps: [
        { name: 'paid in', filter: isAny('operation', 'VKLAD') },
        { name: 'took out', filter: isAny('operation', 'VYBER') },
        { name: 'household', filter: isAny('symbol', 'SIPO') },
      ],
    }),
    sql: plainFunnel({
      from: 'trans',
      key: 'account_id',
      time: 'date',
      steps: [
        ['paid in', "operation = 'VKLAD'"],
        ['took out', "operation = 'VYBER'"],
        ['household', "k_symbol = 'SIPO'"],
      ],
    }),
  },
  'Which of those that first do so in spring take out within ten days, by region?': {
    query: bookings({
      kind: 'funnel',
      key: 'account',
      time: 'day',
      steps: [
        { name: 'paid in', filter: isAny('operation', 'VKLAD') },
        { name: 'took out', filter: isAny('operation', 'VYBER') },
        { name: 'interest', filter: isAny('symbol', 'UROK') },
      ],
      within: { days: 10 },
      by: 'region',
      filter: { all: [between('day', '1993-03-01', '1993-05-31'), isAny('frequency', 'POPLATEK MESICNE')] },
    }),
    sql: plainFunnel({
      from: "(SELECT t.*, d.A3 FROM trans t JOIN account a USING (account_id) JOIN district d ON d.A1 = a.district_id WHERE frequency = 'POPLATEK MESICNE')",
      key: 'account_id',
      time: 'date',
      steps: [
        ['paid in', "operation = 'VKLAD'"],
        ['took out', "operation = 'VYBER'"],
        ['interest', "k_symbol = 'UROK'"],
      ],
      starts: "date BETWEEN '1993-03-01' AND '1993-05-31'",
      withinDays: 10,
      by: 'A3',
    }),
  },
};
