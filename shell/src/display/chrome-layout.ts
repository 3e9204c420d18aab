import type { LayoutName } from '@rise/ui';

/** A layout that a person can choose; the empty one has no navigation to leave it. */
export type ChromeLayout = Exclude<LayoutName, 'empty'>;
