import type { TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { findStorageLimit } from './plan-limits.sql.ts';
import { planUseOf } from './plan-use.ts';

const MB = 1024 * 1024;

/**
 * STORAGE_FULL where the tenant's data and uploads leave no space for so many bytes more, or none at all. Files are counted
 * only for a tenant with a limit.
 */
export async function requireStorage(tx: TenantTx, warehouseDirectory: string, moreBytes: number): Promise<void> {
  const storageMb = await findStorageLimit(tx);
  if (storageMb === null) return;
  const { storageBytes: used } = await planUseOf(tx, warehouseDirectory);
  const most = storageMb * MB;
  if (used < most && used + moreBytes <= most) return;
  throw new UserError(
    'STORAGE_FULL',
    `Your organization’s plan includes ${storageMb} MB, of which ${Math.ceil(used / MB)} MB are in use. Remove uploads or older versions of the data, or ask for a higher limit.`,
  );
}
