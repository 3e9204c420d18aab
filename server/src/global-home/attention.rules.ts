import {
  ATTENTION_KINDS,
  ATTENTION_LEVELS,
  ATTENTION_LINES,
  JOB_KINDS,
  NEAR_LIMIT,
  type AttentionLevel,
  type AttentionLine,
  type GlobalHome,
  type HealthState,
  type InstallationCheck,
  type SystemHealth,
} from '@rise/contract';
import type { FailedJobsRow } from '../system/failed-jobs.service.ts';
import type * as sql from './global-home.sql.ts';

const DAY_MS = 86_400_000;
/** A job that failed within that time may still be missed by someone. */
const RECENT_FAILURE_MS = DAY_MS;
/** From when on the deletion of a tenant, and the end of an announcement, are near. */
const NEAR_DELETION_MS = 3 * DAY_MS;
const NEAR_END_MS = 2 * DAY_MS;

/** Storage in use of a tenant's plan, in bytes. */
export interface StorageUse {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly used: number;
  readonly most: number;
}

/** What was read for a person; parts that their role does not let them see are empty. */
export interface AttentionFacts {
  readonly now: Date;
  readonly health: Pick<SystemHealth, 'readings' | 'servers'> | null;
  readonly failedJobs: readonly FailedJobsRow[];
  readonly stopped: readonly sql.StoppedRow[];
  readonly limited: readonly sql.LimitedRow[];
  readonly storage: readonly StorageUse[];
  readonly domains: readonly sql.DomainsRow[];
  readonly providers: readonly sql.ProviderRow[];
  readonly invitations: readonly sql.InvitationRow[];
  readonly ownVisits: readonly sql.OwnVisitRow[];
  readonly visits: readonly sql.VisitsRow[];
  readonly announcements: readonly sql.AnnouncementRow[];
}

/** Shown by lines of their own: lost servers, and failed jobs and mails by tenant. */
const LISTED_APART: ReadonlySet<InstallationCheck> = new Set(['servers', 'jobs-dead', 'mail-failed']);
/** Work of people waits while one of these is not good. */
const HURTING: ReadonlySet<InstallationCheck> = new Set(['read-only', 'mail-waiting']);

const levelOf = (state: HealthState): AttentionLevel => (state === 'bad' ? 'now' : 'soon');
const refOf = ({ tenantId, tenantName }: { tenantId: string; tenantName: string }) => ({
  id: tenantId,
  name: tenantName,
});

function healthLines({ health }: AttentionFacts): AttentionLine[] {
  if (health === null) return [];
  const checks = health.readings
    .filter(({ check, state }) => state !== 'good' && !LISTED_APART.has(check))
    .map((reading): AttentionLine => ({
      kind: 'check',
      level: HURTING.has(reading.check) ? 'now' : levelOf(reading.state),
      reading,
    }));
  const servers = health.servers.flatMap(({ host, process, isAlive, state, readings }): AttentionLine[] => {
    if (!isAlive) return [{ kind: 'server', level: 'soon', host, process, isAlive, reading: null }];
    const reading = readings.find((one) => one.state === state);
    if (state === 'good' || !reading) return [];
    return [{ kind: 'server', level: levelOf(state), host, process, isAlive, reading }];
  });
  return [...checks, ...servers];
}

function jobLines({ now, failedJobs }: AttentionFacts): AttentionLine[] {
  const tenants = [...new Set(failedJobs.map(({ tenantId }) => tenantId))];
  return tenants.map((id): AttentionLine => {
    const rows = failedJobs.filter(({ tenantId }) => tenantId === id);
    const lastAt = new Date(Math.max(...rows.map((row) => row.lastAt.getTime())));
    return {
      kind: 'jobs',
      level: now.getTime() - lastAt.getTime() < RECENT_FAILURE_MS ? 'now' : 'soon',
      tenant: id === null ? null : { id, name: rows[0]!.tenantName! },
      counts: JOB_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind)).map(({ kind, count }) => ({
        kind,
        count,
      })),
      lastAt: lastAt.toISOString(),
    };
  });
}

function limitLines({ limited, storage }: AttentionFacts): AttentionLine[] {
  const uses = [
    ...limited.flatMap((row) => (row.mostUsers === null ? [] : [{ ...row, limit: 'users' as const, used: row.users, most: row.mostUsers }])), // prettier-ignore
    ...storage.map((row) => ({ ...row, limit: 'storage' as const })),
  ];
  return uses
    .filter(({ used, most }) => used >= most * NEAR_LIMIT)
    .map(({ limit, used, most, ...tenant }) => ({
      kind: 'limit',
      level: used >= most ? 'now' : 'soon',
      tenant: refOf(tenant),
      limit,
      used,
      most,
    }));
}

function stoppedLines({ now, stopped }: AttentionFacts): AttentionLine[] {
  return stopped.map((row): AttentionLine => {
    const { suspendedAt, deletionDueAt: dueAt, isDeleting } = row;
    const tenant = refOf(row);
    if (dueAt === null) return { kind: 'suspended', level: 'note', tenant, since: suspendedAt.toISOString() };
    const isNear = isDeleting || dueAt.getTime() - now.getTime() < NEAR_DELETION_MS;
    return {
      kind: 'deletion',
      level: isNear ? 'soon' : 'note',
      tenant,
      dueAt: dueAt.toISOString(),
      isRunning: isDeleting,
    };
  });
}

const DOMAIN_LEVELS = { failing: 'now', missing: 'soon', expired: 'note' } as const;

/** The rest, one line for each row. */
function plainLines(facts: AttentionFacts): AttentionLine[] {
  const { now, providers, domains, invitations, ownVisits, visits, announcements } = facts;
  return [
    ...providers.map((row): AttentionLine => ({
      kind: 'provider',
      level: 'now',
      tenant: refOf(row),
      reason: row.reason,
    })),
    ...domains.map(({ state, count, ...tenant }): AttentionLine => ({
      kind: 'domain',
      level: DOMAIN_LEVELS[state],
      tenant: refOf(tenant),
      state,
      count,
    })),
    ...ownVisits.map(({ state, endsAt, ...tenant }): AttentionLine => ({
      kind: 'own-visit',
      level: state === 'allowed' ? 'soon' : 'note',
      tenant: refOf(tenant),
      state,
      endsAt: endsAt?.toISOString() ?? null,
    })),
    ...invitations.map(({ expiresAt, isExpired, ...tenant }): AttentionLine => ({
      kind: 'invitation',
      level: isExpired ? 'soon' : 'note',
      tenant: refOf(tenant),
      expiresAt: expiresAt.toISOString(),
      isExpired,
    })),
    ...announcements.map(({ id, title, endsAt }): AttentionLine => ({
      kind: 'announcement',
      level: endsAt !== null && endsAt.getTime() - now.getTime() < NEAR_END_MS ? 'soon' : 'note',
      id,
      title,
      endsAt: endsAt?.toISOString() ?? null,
    })),
    ...visits.map(({ count, endsAt, ...tenant }): AttentionLine => ({
      kind: 'visits',
      level: 'note',
      tenant: refOf(tenant),
      count,
      endsAt: endsAt.toISOString(),
    })),
  ];
}

/** Within a kind, what is most, or soonest, first; equal ones by name. */
function weightOf(line: AttentionLine): number {
  switch (line.kind) {
    case 'jobs':
      return -line.counts.reduce((sum, { count }) => sum + count, 0);
    case 'limit':
      return -line.used / line.most;
    case 'domain':
    case 'visits':
      return -line.count;
    case 'deletion':
      return Date.parse(line.dueAt);
    case 'invitation':
      return Date.parse(line.expiresAt);
    case 'announcement':
      return line.endsAt === null ? Number.MAX_VALUE : Date.parse(line.endsAt);
    case 'suspended':
      return -Date.parse(line.since);
    default:
      return 0;
  }
}
const nameOf = (line: AttentionLine) => ('tenant' in line ? (line.tenant?.name ?? '') : '');

/** What needs attention, ranked: the level first, then the kind. Of each at most some lines, and how many more there are. */
export function attentionOf(facts: AttentionFacts): Pick<GlobalHome, 'attention' | 'more'> {
  const lines = [
    ...healthLines(facts),
    ...jobLines(facts),
    ...limitLines(facts),
    ...stoppedLines(facts),
    ...plainLines(facts),
  ];
  const attention: AttentionLine[] = [];
  const more: GlobalHome['more'] = [];
  for (const level of ATTENTION_LEVELS)
    for (const kind of ATTENTION_KINDS) {
      const ranked = lines
        .filter((line) => line.level === level && line.kind === kind)
        .toSorted((a, b) => weightOf(a) - weightOf(b) || nameOf(a).localeCompare(nameOf(b)));
      attention.push(...ranked.slice(0, ATTENTION_LINES));
      if (ranked.length > ATTENTION_LINES) more.push({ kind, level, count: ranked.length - ATTENTION_LINES });
    }
  return { attention, more };
}
