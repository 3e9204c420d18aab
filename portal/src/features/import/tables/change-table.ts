import type { ImportTableChange } from '@rise/contract';

/** Changes one table of an import; saved at once. */
export type ChangeTable = (change: Omit<ImportTableChange, 'id'>) => void;
