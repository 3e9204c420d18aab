import type { SearchParams } from '@rise/ui/search-params';

const NUMBER = /^[1-9]\d{0,9}$/;

/** The page of versions in the address, `?before=51`: those below a number; null: the newest. */
export const readBefore = ({ before }: SearchParams): number | null =>
  before !== undefined && NUMBER.test(before) ? Number(before) : null;
