import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rejectsPath } from '@rise/engine';
import { filesDirectory } from '../../../host/config/config.ts';
import { counted, megabytes, type Opened } from './checks.ts';

/** A load that runs has not stored its version yet. */
const GRACE_MS = 24 * 60 * 60 * 1000;
/** Missing files that are named one by one. */
const NAMED = 10;

interface Version {
  readonly tenantId: string;
  readonly slug: string;
  readonly number: number;
  readonly files: readonly string[];
}

/** Each version with the files that its rows are in: its own, those of earlier loads, and those of rollups. */
const VERSIONS = `
  SELECT v.tenant_id AS "tenantId", t.slug, v.number,
         jsonb_build_array(coalesce(v.file, v.number || '.duckdb')) || jsonb_path_query_array(v.segments, '$.*[*].file')
           || jsonb_path_query_array(v.rollups, '$[*].beside') AS files
    FROM warehouse_version v JOIN tenant t ON t.id = v.tenant_id
   WHERE v.connection IS NULL AND v.removed_at IS NULL ORDER BY t.slug, v.number`;

/** Whether all files of versions are there, and how many there are that no version names. */
export async function warehouseFiles({ config, owner }: Opened): Promise<string> {
  const directory = join(filesDirectory(config), 'warehouse');
  const { rows: versions } = await owner.query<Version>(VERSIONS);
  const missing: string[] = [];
  for (const { tenantId, slug, number, files } of versions) {
    const readable = await Promise.all(
      [...new Set(files)].map((file) => isVersionFile(join(directory, tenantId, file))),
    );
    if (readable.includes(false)) missing.push(`${slug} ${number}`);
  }
  if (missing.length > 0) {
    const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
    throw new Error(
      `missing or not readable: version ${missing.slice(0, NAMED).join(', ')}${more}; load it again, or restore the data directory from a backup`,
    );
  }
  const tenants = new Set(versions.map(({ tenantId }) => tenantId)).size;
  const orphans = await findOrphans(directory, versions);
  const unused = orphans.count === 0 ? '' : `; ${counted(orphans.count, 'file')} that no version names (${megabytes(orphans.bytes)}), which the next start removes`; // prettier-ignore
  return `complete, for ${counted(tenants, 'tenant')}${unused}`;
}

async function findOrphans(directory: string, versions: readonly Version[]): Promise<{ count: number; bytes: number }> {
  const named = new Set(
    versions.flatMap(({ tenantId, files }) =>
      files.flatMap((file) => [join(tenantId, file), join(tenantId, rejectsPath(file))]),
    ),
  );
  let count = 0;
  let bytes = 0;
  for (const tenant of await readdir(directory).catch(() => []))
    for (const file of await readdir(join(directory, tenant)).catch(() => [])) {
      const entry = await stat(join(directory, tenant, file)).catch(() => null);
      if (named.has(join(tenant, file)) || entry === null || Date.now() - entry.mtimeMs < GRACE_MS) continue;
      count += 1;
      bytes += entry.size;
    }
  return { count, bytes };
}

/** A DuckDB file has this signature in bytes 8 to 11. */
async function isVersionFile(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
      return buffer.subarray(8).toString('latin1') === 'DUCK';
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
