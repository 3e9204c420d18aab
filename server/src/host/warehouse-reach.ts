import { createHostAllowance } from '../kernel/host-allowance.ts';
import { deriveKey } from '../kernel/keys.ts';
import type { ConnectionsOptions } from '../warehouse/connections.service.ts';
import type { Config } from './config.ts';
import type { DataDirectory } from './data-directory.ts';
import { newPassword } from './embedded-postgres.ts';

/** The installation's one secret: the operator's, or one that is made once and kept with the data. */
export async function installationSecret(
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  data: Pick<DataDirectory, 'secret'>,
): Promise<string> {
  return sessionSecret ?? data.secret('session', newPassword);
}

/** What warehouses in servers of their own are reached with: the key of their secrets, and which hosts are allowed. */
export function warehouseReach({ warehouse }: Pick<Config, 'warehouse'>, secret: string): ConnectionsOptions {
  return { key: deriveKey(secret, 'warehouse secrets'), hosts: createHostAllowance(warehouse.hosts) };
}
