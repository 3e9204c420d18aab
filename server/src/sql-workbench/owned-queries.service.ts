import type { TenantTx } from '../kernel/database/database.ts';
import { countQueriesOf, replaceAuthor } from './sql-workbench.sql.ts';

export const countOwned = (tx: TenantTx, account: string): Promise<number> => countQueriesOf(tx, account);

export const handOver = (tx: TenantTx, account: string, to: { account: string; email: string }): Promise<void> =>
  replaceAuthor(tx, account, to);
