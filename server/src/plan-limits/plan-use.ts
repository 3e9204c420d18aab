import type { TenantPlan } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { folderBytes } from '../tenants/folder-bytes.ts';
import { readPlanUse } from './plan-limits.sql.ts';

/**
 * A tenant's plan and what of it is in use. Storage is that of its versions' files, and of its uploads as they were
 * announced.
 */
export async function planUseOf(tx: TenantTx, warehouseDirectory: string): Promise<TenantPlan> {
  const { uploadBytes, ...plan } = await readPlanUse(tx);
  return { ...plan, storageBytes: uploadBytes + (await folderBytes(warehouseDirectory, tx.tenantId)) };
}
