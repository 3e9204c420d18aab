import type { ResultColumn } from '@rise/contract';

/** A column that a kind of query has by itself, beside dimensions and measures. */
export const statisticColumn = (name: string, type: ResultColumn['type'], en: string, tr: string): ResultColumn => ({
  name,
  title: { en, tr },
  role: 'statistic',
  type,
});
