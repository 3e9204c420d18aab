import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { reassignTenant } from '@rise/engine';
import type { Client } from 'pg';
import { SYSTEM } from '../../../kernel/actor.ts';
import { audit } from '../../../kernel/audit.ts';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import type { OwnerContext } from '../../command-context.ts';
import { openLeased } from '../backup/dump-database.ts';
import { copyFileOf, verifyFiles } from '../backup/hashed-files.ts';
import { filesOf, readArchive, type Archive } from './archive.ts';
import { listCarried, type CarriedTable } from './carried-tables.ts';

export interface ImportOptions {
  /** Absolute folder of the archive. */
  readonly folder: string;
  /** Null: as it was. */
  readonly slug: string | null;
  readonly name: string | null;
  readonly onProgress: (step: string) => void;
}

export interface Imported {
  readonly archive: Archive;
  readonly tenantId: string;
  readonly slug: string;
  /** People whose account was there already, and those whose account was created. */
  readonly people: { readonly known: number; readonly created: number };
}

/** Characters of rows that one statement inserts, about. */
const BATCH = 4_000_000;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Of the tenant's own row: what the import decides. */
const OWN: ReadonlySet<string> = new Set(['id', 'slug', 'name', 'suspended_at', 'created_at', 'sign_in']);
const isDecided = (column: string) => OWN.has(column) || column.startsWith('deletion_');

/**
 * Creates a tenant from an archive, beside others: with new ids, in one transaction after its files, so that it is there
 * whole or not at all. Throws an `OperatorError`.
 */
export async function importTenant(context: OwnerContext, options: ImportOptions): Promise<Imported> {
  const { folder, onProgress } = options;
  const archive = await readArchive(folder);
  const files = filesOf(archive);
  await verifyFiles(folder, files, (done) => onProgress(`Checking the archive: ${done} of ${files.length} files`));
  const slug = options.slug ?? archive.tenant.slug;
  const name = options.name ?? archive.tenant.name;
  const tenantId = randomUUID();
  // As for a backup: no server removes files that no row names yet.
  const client = await openLeased(context.ownerUrl);
  try {
    const tables = await checkFits(client, archive, slug);
    const ids = await collectIds(folder, tables);
    await client.query('BEGIN');
    await client.query(`SET LOCAL rise.scope = 'global'`);
    await insertTenant(client, folder, { id: tenantId, slug, name });
    const people = await matchAccounts(client, folder, ids, tenantId);
    const formerId = (await linesOf(folder, 'tenant').next()).value!.id as string;
    ids.set(formerId, tenantId);
    await copyFiles(context.config.dataDirectory, options, archive, { formerId, tenantId, ids });
    await client.query(`SET LOCAL rise.scope = 'tenant'; SET LOCAL rise.tenant = '${tenantId}'`);
    for (const [done, table] of tables.entries()) {
      onProgress(`Importing the tenant: ${done} of ${tables.length} tables`);
      await insertRows(client, folder, table, ids);
    }
    await client.query('COMMIT');
    const entry = { action: 'tenant.import', outcome: 'done', target: tenantId } as const;
    await audit(context.database, SYSTEM, { ...entry, details: { slug, takenAt: archive.takenAt, ...people } });
    return { archive, tenantId, slug, people };
  } catch (error) {
    await removeFiles(context.config.dataDirectory, tenantId);
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The tables of the archive, in the order in which they are filled. */
async function checkFits(client: Client, { migration, rise, templates, tables }: Archive, slug: string) {
  const { rows: last } = await client.query<Archive['migration']>(
    'SELECT number, hash FROM schema_migration ORDER BY number DESC LIMIT 1',
  );
  if (last[0]!.number !== migration.number || last[0]!.hash !== migration.hash)
    throw new OperatorError(
      `the archive was made by another version of Rise (${rise}, migration ${migration.number}; this is migration ${last[0]!.number}); export the tenant again from an installation of this version`,
    );
  const { rowCount } = await client.query('SELECT FROM tenant WHERE slug = $1', [slug]);
  if (rowCount) throw new OperatorError(`a tenant with the slug '${slug}' already exists; choose another with --slug`);
  for (const { name, version, hash } of templates) {
    const { rows } = await client.query<{ hash: string }>(
      'SELECT hash FROM model_template WHERE name = $1 AND version = $2',
      [name, version],
    );
    if (rows[0]?.hash !== hash)
      throw new OperatorError(
        `the tenant's model inherits from version ${version} of the template '${name}', which is not here; publish that template first`,
      );
  }
  const carried = await listCarried(client);
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted();
  const [, , ...archived] = tables;
  if (JSON.stringify(names(archived)) !== JSON.stringify(names(carried)))
    throw new OperatorError('the tables of the archive are not those of this version; export the tenant again');
  return carried;
}

type Row = Record<string, unknown>;

async function* textsOf(folder: string, name: string): AsyncGenerator<string, undefined> {
  const file = createReadStream(join(folder, `rows/${name}.jsonl.gz`))
    .pipe(createGunzip())
    .setEncoding('utf8');
  let rest = '';
  // By \n alone: what readline also takes for the end of a line may be part of a text.
  for await (const part of file as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

async function* linesOf(folder: string, name: string): AsyncGenerator<Row, undefined> {
  for await (const line of textsOf(folder, name)) yield JSON.parse(line) as Row;
}

/** A new id for each one that the rows have. Documents and texts that name one, name the new one afterwards. */
async function collectIds(folder: string, tables: readonly CarriedTable[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, ids: columns, verbatim = [] } of tables) {
    const own = columns.filter((column) => !verbatim.includes(column));
    for await (const row of linesOf(folder, name))
      for (const column of own) {
        const id = row[column];
        if (typeof id === 'string' && !ids.has(id)) ids.set(id, randomUUID());
      }
  }
  return ids;
}

/**
 * The account that the identity provider knows by the same subject; a new one without rights where there is none. People of the
 * tenant's own provider are new ones, of the new tenant: that provider alone says who they are.
 */
async function matchAccounts(
  client: Client,
  folder: string,
  ids: Map<string, string>,
  tenantId: string,
): Promise<{ known: number; created: number }> {
  const people = { known: 0, created: 0 };
  for await (const row of linesOf(folder, 'account')) {
    const { id, issuer, subject, email, first_name, last_name, language, subject_claim } = row;
    const provider = row['of_tenant'] === true ? tenantId : null;
    const { rows } = await client.query<{ id: string; isNew: boolean }>(
      `WITH created AS (
         INSERT INTO account (issuer, subject, email, first_name, last_name, language, subject_claim, provider_tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (issuer, subject, provider_tenant_id, subject_claim) DO NOTHING RETURNING id)
       SELECT id, true AS "isNew" FROM created
       UNION ALL SELECT id, false FROM account
         WHERE issuer = $1 AND subject = $2 AND subject_claim = $7 AND provider_tenant_id IS NOT DISTINCT FROM $8 LIMIT 1`,
      [issuer, subject, email, first_name, last_name, language, subject_claim, provider],
    );
    people[rows[0]!.isNew ? 'created' : 'known'] += 1;
    ids.set(id as string, rows[0]!.id);
  }
  return people;
}

async function insertTenant(
  client: Client,
  folder: string,
  { id, slug, name }: { id: string; slug: string; name: string },
): Promise<void> {
  const row = (await linesOf(folder, 'tenant').next()).value!;
  const settings = Object.keys(row).filter((column) => !isDecided(column));
  const list = settings.map((column) => client.escapeIdentifier(column));
  await client.query(
    `INSERT INTO tenant (${['id', 'slug', 'name', ...list].join(', ')})
     SELECT ${['$1::uuid', '$2::text', '$3::text', ...list.map((column) => `p.${column}`)].join(', ')}
       FROM jsonb_populate_record(NULL::tenant, $4::jsonb) p`,
    [id, slug, name, JSON.stringify(row)],
  );
}

async function insertRows(
  client: Client,
  folder: string,
  table: CarriedTable,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const statement = statementFor(client, table);
  let batch: string[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length > 0) await client.query(statement, [`[${batch.join(',')}]`]);
    batch = [];
    size = 0;
  };
  for await (const line of textsOf(folder, table.name)) {
    const renamed = line.replace(UUID, (id) => ids.get(id) ?? id);
    batch.push(renamed);
    size += renamed.length;
    if (size > BATCH) await flush();
  }
  await flush();
}

function statementFor(client: Client, { name, columns, ids, set = {}, verbatim = [], isRepeated }: CarriedTable) {
  const quoted = (column: string) => client.escapeIdentifier(column);
  const isHex = (column: string) => verbatim.includes(column) && !ids.includes(column);
  const value = (column: string) => {
    if (set[column] !== undefined) return set[column];
    // What was written in hex is read before it is taken for a value of the column.
    return isHex(column) ? `convert_from(decode(e.row->>'${column}', 'hex'), 'UTF8')::text` : `p.${quoted(column)}`;
  };
  const plain = verbatim.filter(isHex).map((column) => `- '${column}'`);
  return `
    INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')})
    SELECT ${columns.map(value).join(', ')}
      FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY e(row, n),
           jsonb_populate_record(NULL::${quoted(name)}, e.row ${plain.join(' ')}) p
     ORDER BY e.n${isRepeated ? ' ON CONFLICT DO NOTHING' : ''}`;
}

async function copyFiles(
  data: string,
  { folder, onProgress }: ImportOptions,
  { files }: Archive,
  { formerId, tenantId, ids }: { formerId: string; tenantId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  for (const [done, { path, sha256 }] of files.entries()) {
    onProgress(`Copying files: ${done} of ${files.length}`);
    const [kind, file] = path.split('/') as [string, string];
    const renamed = kind === 'rejects' ? file.replace(UUID, (id) => ids.get(id) ?? id) : file;
    const copied = await copyFileOf(join(folder, path), data, `${kind}/${tenantId}/${renamed}`);
    if (copied?.sha256 !== sha256) throw new OperatorError(`the archive is damaged: ${path} has changed meanwhile`);
    if (kind === 'warehouse' && file.endsWith('.duckdb'))
      await reassignTenant(join(data, kind, tenantId, file), formerId, tenantId);
  }
}

async function removeFiles(data: string, tenantId: string): Promise<void> {
  for (const kind of ['warehouse', 'rejects']) await rm(join(data, kind, tenantId), { recursive: true, force: true });
}
