import type { AnnouncementReaders, Role } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

/** For whom an announcement is; null: all. */
interface AudienceOf {
  id: string;
  tenants: readonly string[] | null;
  roles: readonly Role[] | null;
}

type Counts = { people: number; read: number };

/** People of each tenant that an announcement is for, and how many of them have read it; by the tenant's name. */
export function countReaders(
  tx: GlobalTx,
  { id, tenants, roles }: AudienceOf,
): Promise<AnnouncementReaders['tenants']> {
  return tx.rows<AnnouncementReaders['tenants'][number]>`
    SELECT t.id, t.name, count(a.id)::int AS people, count(r.account_id)::int AS read
      FROM tenant t
      LEFT JOIN tenant_user u ON u.tenant_id = t.id AND u.disabled_at IS NULL
      LEFT JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL AND cardinality(a.roles) > 0
            AND (${roles as Role[] | null}::text[] IS NULL OR a.roles && ${roles as Role[] | null}::text[])
      LEFT JOIN announcement_read r ON r.account_id = a.id AND r.announcement_id = ${id}
     WHERE t.suspended_at IS NULL
       AND (${tenants as string[] | null}::uuid[] IS NULL OR t.id = ANY (${tenants as string[] | null}::uuid[]))
     GROUP BY t.id, t.name ORDER BY t.name, t.id`;
}

/** The same of people without a tenant. */
export async function countOthers(tx: GlobalTx, { id, roles }: AudienceOf): Promise<Counts> {
  const row = await tx.first<Counts>`
    SELECT count(*)::int AS people, count(r.account_id)::int AS read
      FROM account a LEFT JOIN announcement_read r ON r.account_id = a.id AND r.announcement_id = ${id}
     WHERE a.disabled_at IS NULL AND cardinality(a.roles) > 0
       AND (${roles as Role[] | null}::text[] IS NULL OR a.roles && ${roles as Role[] | null}::text[])
       AND NOT EXISTS (SELECT FROM tenant_user u WHERE u.account_id = a.id AND u.disabled_at IS NULL)`;
  return row!;
}
