import type { TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';

/** Open pages fetch copies again. */
export function publishCopy(tx: TenantTx, id: string): Promise<void> {
  return publish(tx, { kind: 'copies', to: { tenants: [tx.tenantId] }, data: { id } });
}
