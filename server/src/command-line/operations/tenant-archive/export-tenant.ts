import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { rejectsPath } from '@rise/engine';
import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { VERSION } from '../../../host/config/paths.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { audit } from '../../../kernel/audit.ts';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import type { OwnerContext } from '../../command-context.ts';
import { openLeased } from '../backup/dump-database.ts';
import { prepareFolder, toOperatorError } from '../backup/folders.ts';
import { copyFileOf, writeFileOf } from '../backup/hashed-files.ts';
import { ARCHIVE_FORMAT, writeArchive, type Archive, type ArchiveFile } from './archive.ts';
import { listCarried, type CarriedTable } from './carried-tables.ts';

export interface ExportOptions {
  readonly slug: string;
  /** Absolute; new or empty. */
  readonly folder: string;
  readonly onProgress: (step: string) => void;
}

/** JSON of PostgreSQL has none of these characters, so that each row is a line as it is. */
const LINES = String.raw`(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')`;

/**
 * Writes what makes up a tenant as of one moment into a folder: rows as lines of JSON, its people's accounts, and the
 * files of its versions. No secret, session or token is in it. Throws an `OperatorError`.
 */
export async function exportTenant(context: OwnerContext, options: ExportOptions): Promise<Archive> {
  const { folder, slug, onProgress } = options;
  await prepareFolder(folder);
  const client = await openLeased(context.ownerUrl);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tenant = await findTenant(client, slug);
    const carried = await listCarried(client);
    const tables: Archive['tables'] = [];
    for (const [name, select] of [
      ['tenant', `SELECT r.* FROM tenant r WHERE r.id = ${quote(client, tenant.id)}`],
      ['account', accountsOf(client, carried, tenant.id)],
      ...carried.map((table) => [table.name, rowsOf(client, table, tenant.id)]),
    ] as [string, string][]) {
      onProgress(`Copying the tenant: ${tables.length} of ${carried.length + 2} tables`);
      tables.push(await writeRows(client, folder, name, select));
    }
    const { migration, templates, takenAt } = await describe(client, tenant.id);
    const files = await copyFiles(client, context.config.dataDirectory, tenant.id, options);
    await client.query('COMMIT');
    const archive: Archive = {
      kind: 'tenant',
      format: ARCHIVE_FORMAT,
      rise: VERSION,
      takenAt,
      migration,
      tenant: { slug: tenant.slug, name: tenant.name },
      templates,
      tables,
      ...files,
    };
    await writeArchive(folder, archive);
    const details = { takenAt, files: archive.files.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
    const entry = { action: 'tenant.export', outcome: 'done', target: tenant.id, details } as const;
    await audit(context.database, SYSTEM, entry);
    // The tenant's own administrators see that everything was copied.
    await audit(context.database, { ...SYSTEM, tenantId: tenant.id }, entry);
    return archive;
  } catch (error) {
    throw await toOperatorError(error, folder);
  } finally {
    await client.end().catch(() => {});
  }
}

const quote = (client: Client, value: string) => client.escapeLiteral(value);

async function findTenant(client: Client, slug: string): Promise<{ id: string; slug: string; name: string }> {
  const { rows } = await client.query<{ id: string; slug: string; name: string; deleting: boolean }>(
    `SELECT id, slug, name, deletion_started_at IS NOT NULL AS deleting FROM tenant WHERE slug = $1`,
    [slug],
  );
  if (!rows[0]) throw new OperatorError(`there is no tenant with the slug '${slug}'`);
  if (rows[0].deleting) throw new OperatorError(`the tenant '${slug}' is being deleted and cannot be exported`);
  return rows[0];
}

/** Text that must stay as it is, is written in hex, where no id is found. */
function rowsOf(client: Client, { name, columns, ids, order, only, verbatim = [] }: CarriedTable, id: string): string {
  const column = (one: string) => {
    const quoted = client.escapeIdentifier(one);
    return verbatim.includes(one) && !ids.includes(one)
      ? `encode(convert_to(r.${quoted}::text, 'UTF8'), 'hex') AS ${quoted}`
      : `r.${quoted}`;
  };
  const sorted =
    order.length === 0 ? '' : ` ORDER BY ${order.map((one) => `r.${client.escapeIdentifier(one)}`).join()}`;
  return `SELECT ${columns.map(column).join(', ')} FROM ${client.escapeIdentifier(name)} r
           WHERE r.tenant_id = ${quote(client, id)}${only === undefined ? '' : ` AND ${only}`}${sorted}`;
}

/** Whom the rows name: by whom they are known to their identity provider, with no right above the tenants. */
function accountsOf(client: Client, carried: readonly CarriedTable[], id: string): string {
  const named = carried.flatMap(({ name, ids }) =>
    ids.map(
      (column) =>
        `SELECT ${client.escapeIdentifier(column)} FROM ${client.escapeIdentifier(name)} WHERE tenant_id = ${quote(client, id)}`,
    ),
  );
  return `SELECT r.id, r.issuer, r.subject, r.email, r.first_name, r.last_name, r.language,
                 r.subject_claim, r.provider_tenant_id IS NOT NULL AS of_tenant FROM account r
           WHERE r.id IN (${named.join(' UNION ')})`;
}

async function writeRows(
  client: Client,
  folder: string,
  name: string,
  select: string,
): Promise<Archive['tables'][number]> {
  const copy = client.query(to(`COPY (SELECT to_jsonb(o) FROM (${select}) o) TO STDOUT ${LINES}`));
  const file = await writeFileOf(folder, `rows/${name}.jsonl.gz`, copy, [createGzip({ level: 6 })]);
  return { name, rows: copy.rowCount, file };
}

async function describe(client: Client, id: string): Promise<Pick<Archive, 'migration' | 'templates' | 'takenAt'>> {
  const { rows: migrations } = await client.query<Archive['migration']>(
    'SELECT number, hash FROM schema_migration ORDER BY number DESC LIMIT 1',
  );
  const { rows: templates } = await client.query<Archive['templates'][number]>(
    `SELECT DISTINCT t.name, t.version, t.hash FROM model m JOIN model_template t ON t.name = m.template AND t.version = m.template_version
      WHERE m.tenant_id = $1 ORDER BY 1, 2`,
    [id],
  );
  const { rows: moments } = await client.query<{ at: Date }>('SELECT now() AS at');
  return { migration: migrations[0]!, templates, takenAt: moments[0]!.at.toISOString() };
}

async function copyFiles(
  client: Client,
  data: string,
  id: string,
  { folder, onProgress }: ExportOptions,
): Promise<Pick<Archive, 'files' | 'missing'>> {
  const files: ArchiveFile[] = [];
  const missing: string[] = [];
  const copy = async (from: string, path: string, isOptional = false) => {
    const file = await copyFileOf(join(data, from), folder, path);
    if (file) files.push(file);
    else if (!isOptional) missing.push(path);
  };
  const { rows: versions } = await client.query<{ file: string }>(
    `SELECT DISTINCT f.file FROM warehouse_version v CROSS JOIN LATERAL (
        SELECT coalesce(v.file, v.number || '.duckdb') AS file
        UNION ALL SELECT jsonb_path_query(v.segments, '$.*[*].file') #>> '{}'
        UNION ALL SELECT jsonb_path_query(v.rollups, '$[*].beside') #>> '{}') f
      WHERE v.tenant_id = $1 AND v.connection IS NULL AND v.removed_at IS NULL AND f.file IS NOT NULL ORDER BY 1`,
    [id],
  );
  for (const [done, { file }] of versions.entries()) {
    onProgress(`Copying versions of data: ${done} of ${versions.length} files`);
    await copy(`warehouse/${id}/${file}`, `warehouse/${file}`);
    await copy(`warehouse/${id}/${rejectsPath(file)}`, `warehouse/${rejectsPath(file)}`, true);
  }
  const { rows: rejects } = await client.query<{ id: string }>(
    `SELECT id FROM data_import WHERE tenant_id = $1 AND rejected > 0 ORDER BY 1`,
    [id],
  );
  for (const one of rejects) await copy(`rejects/${id}/${one.id}.csv`, `rejects/${one.id}.csv`, true);
  return { files, missing };
}
