import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '@rise/contract';
import { folderBytes } from './folder-bytes.ts';

export interface TenantDirectories {
  /** Folders with one folder per tenant, named by its id. */
  readonly byId: readonly string[];
  /** The same, named by its slug. */
  readonly bySlug: string;
}

/** Removes all files of a tenant on this server; returns their size in bytes. */
export async function removeFolders(
  { byId, bySlug }: TenantDirectories,
  { id, slug }: { id: string; slug: string },
): Promise<number> {
  let bytes = 0;
  for (const [directory, name] of [...byId.map((directory) => [directory, id] as const), [bySlug, slug] as const]) {
    bytes += await folderBytes(directory, name);
    await rm(join(directory, name), { recursive: true, force: true });
  }
  return bytes;
}

/** How many files of a tenant this server has. */
export async function countFiles(
  { byId, bySlug }: TenantDirectories,
  { id, slug }: { id: string; slug: string },
): Promise<number> {
  const folders = [...byId.map((directory) => join(directory, id)), join(bySlug, slug)];
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true }).catch(() => [])));
  return found.flat().length;
}

/** The hash under which a deleted tenant is remembered. */
export const tenantHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Ids of the tenants that have a folder on this server. */
export async function listFolders({ byId }: TenantDirectories): Promise<string[]> {
  const names = await Promise.all(byId.map((directory) => readdir(directory).catch(() => [])));
  return [...new Set(names.flat())].filter((name) => isUuid(name));
}
