import { HostAllowance } from '../../kernel/security/host-allowance.ts';
import { deriveKey } from '../../kernel/security/keys.ts';
import type { ConnectionStoreOptions } from '../../warehouse/connection-store.service.ts';
import type { ConfluenceReach } from '../../knowledge/confluence/confluence-http.ts';
import type { ProviderReach } from '../../sessions/tenant-providers.service.ts';
import type { WebhookReach } from '../../webhooks/webhook-sender.service.ts';
import type { Config } from './config.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { newPassword } from '../postgres/embedded-postgres.ts';

/** The installation's secret: the operator's, or one that is generated once and stored with the data. */
export async function installationSecret(
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  data: Pick<DataDirectory, 'secret'>,
): Promise<string> {
  return sessionSecret ?? data.secret('session', newPassword);
}

/** Access to external warehouses: the key of their stored secrets, and which hosts are allowed. */
export function warehouseAccess({ warehouse }: Pick<Config, 'warehouse'>, secret: string): ConnectionStoreOptions {
  return { key: deriveKey(secret, 'warehouse secrets'), hosts: new HostAllowance(warehouse.hosts) };
}

/** Webhooks: the key of their signing secrets, and which hosts are allowed. */
export function webhookAccess({ webhookHosts }: Pick<Config, 'webhookHosts'>, secret: string): WebhookReach {
  return { key: deriveKey(secret, 'webhook secrets'), hosts: new HostAllowance(webhookHosts) };
}

/** Confluence sites: the key of their tokens, and which hosts are allowed. */
export function confluenceAccess(
  { confluenceHosts }: Pick<Config, 'confluenceHosts'>,
  secret: string,
): ConfluenceReach {
  return { key: deriveKey(secret, 'knowledge secrets'), hosts: new HostAllowance(confluenceHosts) };
}

/** Identity providers of tenants: the key of their secrets, and which hosts are allowed. */
export function providerAccess({ providerHosts }: Pick<Config, 'providerHosts'>, secret: string): ProviderReach {
  return { key: deriveKey(secret, 'provider secrets'), hosts: new HostAllowance(providerHosts) };
}
