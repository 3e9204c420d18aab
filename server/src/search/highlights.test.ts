import { expect, test } from 'vitest';
import { highlights } from './highlights.ts';

/** The title with highlighted parts in brackets. */
function marked(title: string, query: string): string {
  return highlights(title, query)
    .toReversed()
    .reduce((text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`, title);
}

test.each([
  ['Net worth ratio', 'net', '[Net] worth ratio'],
  ['Net worth ratio', 'rat wor', 'Net [wor]th [rat]io'],
  ['Net worth ratio', 'NET W', '[Net] [w]orth ratio'],
  ['Total net worth of the network', 'net', 'Total [net] worth of the [net]work'],
  ['Delinquency ratio', 'inquen', 'Del[inquen]cy ratio'],
  ['Delinquency ratio', 'de del', '[Del]inquency ratio'],
  ['İSTANBUL Şubesi', 'istanbul sube', '[İSTANBUL] [Şube]si'],
  ['ISPARTA', 'ısp', '[ISP]ARTA'],
  ['Cafe\u0301 society', 'cafe', '[Cafe\u0301] society'],
  ['Großbank', 'grossb', '[Großb]ank'],
  ['🚀 Launch', 'launch', '🚀 [Launch]'],
  ['🚀 Launch', '🚀', '[🚀] Launch'],
  ['Delinquent loans (041B)', '041b', 'Delinquent loans ([041B])'],
  ['Board scorecard', 'zebra', 'Board scorecard'],
  ['Board scorecard', 'ar', 'Board scorecard'],
  ['<b>Board</b>', '<b>', '<[b]>[B]oard</[b]>'],
  ['100% of A_B', '%_', '100% of A_B'],
])('%j found by %j is highlighted as %j', (title, query, expected) => {
  expect(marked(title, query)).toBe(expected);
});
