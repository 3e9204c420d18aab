import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';

/** The tenant's rows of a table; all rows if the warehouse belongs to one tenant. */
export const ofTenant = (table: string, tenant: string, { tenantColumn, tenantKey }: Dialect): Sql =>
  tenantColumn === null ? sql.raw('TRUE') : sql`${sql.id(table, tenantColumn)} = ${tenantKey ?? tenant}`;
