import { randomUUID } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';

/** Whose a row is: the tenant's that the transaction is in, another tenant's, or nobody's (no tenant in it). */
type Owner = 'own' | 'foreign' | 'common';

/**
 * Transactions as the application opens them; those of the tables' owner, without any scope and in the one in which an
 * operator's command reads; and of the application in that one, which gives it nothing.
 */
export const SCOPES = ['none', 'tenant', 'global', 'owner', 'operator', 'posing'] as const;
type Scope = (typeof SCOPES)[number];

/** What a scope may do, as in 'own: read insert update delete; common: read'; empty if nothing. */
export type Behavior = Record<Scope, string>;

interface Column {
  name: string;
  type: string;
}

export interface PlantedTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The column that says whose a row is; null for tables without one. */
  readonly tenantColumn: string | null;
  /** Physical addresses of one row for each owner. */
  readonly rows: ReadonlyMap<Owner, string>;
}

const OWN = randomUUID();
const FOREIGN = randomUUID();

/** Tables whose tenant stands in another column than `tenant_id`. */
const TENANT_COLUMNS: Record<string, string> = { tenant: 'id', announcement: 'tenants', workspace_template: 'tenants' };

/** Rights, checks and triggers that would refuse what only the policies are to judge. */
const LEAVE_POLICIES_ALONE = `
  DO $$
  DECLARE item record;
  BEGIN
    FOR item IN SELECT conname, conrelid::regclass AS name FROM pg_constraint
                 WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0 LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.name, item.conname);
    END LOOP;
    -- Values that triggers would have computed.
    FOR item IN SELECT attrelid::regclass AS name, attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
                 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attgenerated <> '' AND attnotnull LOOP
      EXECUTE format('ALTER TABLE %s ALTER %I DROP NOT NULL', item.name, item.attname);
    END LOOP;
    FOR item IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER ALL', item.name);
    END LOOP;
  END $$;
  GRANT ALL ON ALL TABLES IN SCHEMA public TO rise_app;
  GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO rise_app;`;

/** Columns that a row must be given a value for, and those that name its tenant. */
const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type,
         attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = '' AS required
    FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`;

/**
 * Plants a row for each owner in each table with policies, by a superuser's connection to a database of the test's own.
 * From then on only policies decide what the application's role may do.
 */
export async function plantRows(superuser: Client): Promise<PlantedTable[]> {
  await superuser.query(LEAVE_POLICIES_ALONE);
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> 'schema_migration' ORDER BY relname COLLATE "C"`,
  );
  const planted: PlantedTable[] = [];
  for (const { name } of tables) planted.push(await plantTable(superuser, name));
  return planted;
}

async function plantTable(superuser: Client, name: string): Promise<PlantedTable> {
  const { rows: all } = await superuser.query<Column & { required: boolean }>(COLUMNS, [name]);
  const tenantColumn = TENANT_COLUMNS[name] ?? (all.some((column) => column.name === 'tenant_id') ? 'tenant_id' : null);
  const columns = all.filter((column) => column.required || column.name === tenantColumn);
  const mayBeCommon = tenantColumn === null || all.some((column) => column.name === tenantColumn && !column.required);
  const owners: Owner[] = [
    ...(tenantColumn === null ? [] : (['own', 'foreign'] as const)),
    // A tenant's own id has a default, but is never null.
    ...(mayBeCommon && tenantColumn !== 'id' ? (['common'] as const) : []),
  ];
  const table = { name, columns, tenantColumn, rows: new Map<Owner, string>() };
  for (const owner of owners) {
    const { rows } = await superuser.query<{ at: string }>(`${insertion(table, owner)} RETURNING ctid::text AS at`);
    table.rows.set(owner, rows[0]!.at);
  }
  return table;
}

function insertion({ name, columns, tenantColumn }: Omit<PlantedTable, 'rows'>, owner: Owner): string {
  const values = columns.map((column) =>
    column.name === tenantColumn ? tenantValue(column, owner) : anyValue(column.type),
  );
  if (columns.length === 0) return `INSERT INTO ${name} DEFAULT VALUES`;
  return `INSERT INTO ${name} (${columns.map((column) => column.name).join()}) VALUES (${values.join()})`;
}

function tenantValue({ type }: Column, owner: Owner): string {
  if (owner === 'common') return 'NULL';
  const id = owner === 'own' ? OWN : FOREIGN;
  return type.endsWith('[]') ? `ARRAY['${id}']::uuid[]` : `'${id}'`;
}

const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  bytea: `decode(md5(random()::text), 'hex')`,
  jsonb: `'{}'`,
  boolean: 'false',
  integer: '(random() * 1e9)::int',
  bigint: '(random() * 1e9)::bigint',
  xid8: 'pg_current_xact_id()',
  real: '0',
  'double precision': '0',
  date: 'now()',
  character: `'x'`,
  inet: `'::1'`,
  'timestamp with time zone': 'now()',
};

function anyValue(type: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  const value = VALUES[type];
  if (value === undefined) throw new TypeError(`Rows to plant need a value of type ${type}`);
  return value;
}

const AS: Record<Scope, string> = {
  none: 'SET LOCAL ROLE rise_app',
  tenant: `SET LOCAL ROLE rise_app; SELECT set_config('rise.scope', 'tenant', true), set_config('rise.tenant', '${OWN}', true)`,
  global: `SET LOCAL ROLE rise_app; SELECT set_config('rise.scope', 'global', true)`,
  owner: 'SET LOCAL ROLE rise_owner',
  operator: `SET LOCAL ROLE rise_owner; SELECT set_config('rise.scope', 'operator', true)`,
  posing: `SET LOCAL ROLE rise_app; SELECT set_config('rise.scope', 'operator', true)`,
};

/** Tries each act on each row, and takes it back. */
export async function observe(superuser: Client, table: PlantedTable): Promise<Behavior> {
  const seen: Partial<Behavior> = {};
  for (const scope of SCOPES) {
    const parts: string[] = [];
    for (const [owner, at] of table.rows) {
      const column = (table.columns[0] ?? { name: 'ctid' }).name;
      const acts = {
        read: `SELECT FROM ${table.name} WHERE ctid = '${at}'`,
        insert: insertion(table, owner),
        update: `UPDATE ${table.name} SET ${column} = ${column} WHERE ctid = '${at}'`,
        delete: `DELETE FROM ${table.name} WHERE ctid = '${at}'`,
      };
      const possible: string[] = [];
      for (const [act, statement] of Object.entries(acts))
        if (await isPossible(superuser, AS[scope], statement)) possible.push(act);
      if (possible.length > 0) parts.push(`${owner}: ${possible.join(' ')}`);
    }
    seen[scope] = parts.join('; ');
  }
  return seen as Behavior;
}

/** Policies refuse an insert by an error of its own class, and hide the rows of everything else. */
async function isPossible(superuser: Client, scope: string, statement: string): Promise<boolean> {
  await superuser.query(`SAVEPOINT attempt; ${scope}`);
  try {
    return (await superuser.query(statement)).rowCount! > 0;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code === '42501') return false;
    // Unique keys are checked after the policies.
    if (error.code === '23505') return true;
    throw error;
  } finally {
    await superuser.query('ROLLBACK TO SAVEPOINT attempt; RESET ROLE');
  }
}
