import type { AttentionLine, LocalizedText } from '@rise/contract';
import type { AttentionKind } from '@rise/contract/attention-words';
import { MISSING_HOURS } from '@rise/contract/domain-words';
import { formatInteger } from '@rise/ui';
import type { TFunction } from 'i18next';
import { formatMoment } from '../../../dates/moments.ts';
import { formatBytes } from '../../../figures/format-bytes.ts';
import { adviceText, valueText } from '../../../system/system-words.ts';

export interface Place {
  readonly t: TFunction;
  readonly language: string;
  readonly now: Date;
  readonly localize: (text: LocalizedText) => string;
}

/** What it is, what to do about it, and where. */
export interface LineWords {
  readonly title: string;
  readonly advice: string;
  readonly href: string;
}

type Of<Kind extends AttentionKind> = Extract<AttentionLine, { kind: Kind }>;

const SYSTEM = '/global/system';
const ANNOUNCEMENTS = '/global/announcements';

/** The list of tenants with this one open; its name leads to the page of the list that it is on. */
const tenantHref = ({ id, name }: { id: string; name: string }): string =>
  `/tenants?q=${encodeURIComponent(name.slice(0, 100))}&tenant=${id}`;

/** Where more of a kind are listed. */
export function placeOf(kind: AttentionKind): string {
  if (kind === 'check' || kind === 'server' || kind === 'jobs') return SYSTEM;
  if (kind === 'announcement') return `${ANNOUNCEMENTS}?state=active`;
  if (kind === 'suspended') return '/tenants?state=suspended';
  return kind === 'deletion' ? '/tenants?state=deleting' : '/tenants';
}

function serverWords({ host, process, reading }: Of<'server'>, place: Place): LineWords {
  const { t } = place;
  const server = t('systemHealth.server', { host, process });
  if (reading === null)
    return { title: t('globalHome.lines.lost', { server }), advice: t('globalHome.advice.lost'), href: SYSTEM };
  const check = t(`systemHealth.checks.${reading.check}`);
  return {
    title: t('globalHome.lines.server', { server, check, value: valueText(reading, place) }),
    advice: adviceText(reading, t),
    href: SYSTEM,
  };
}

function jobWords({ tenant, counts }: Of<'jobs'>, { t, language }: Place): LineWords {
  const kinds = counts.map(({ kind, count }) =>
    t('globalHome.lines.kind', { kind: t(`systemHealth.jobs.kinds.${kind}`), value: formatInteger(count, language) }),
  );
  return {
    title: t('globalHome.lines.jobs', {
      tenant: tenant?.name ?? t('systemHealth.dead.ofInstallation'),
      count: counts.reduce((sum, { count }) => sum + count, 0),
    }),
    advice: t('globalHome.advice.jobs', { kinds: new Intl.ListFormat(language).format(kinds) }),
    href: counts.length === 1 ? `${SYSTEM}?kind=${counts[0]!.kind}` : SYSTEM,
  };
}

function limitWords({ tenant, limit, level, used, most }: Of<'limit'>, { t, language }: Place): LineWords {
  const value = limit === 'users' ? formatInteger : formatBytes;
  return {
    title: t(`globalHome.lines.limit.${limit}`, {
      tenant: tenant.name,
      used: value(used, language),
      most: value(most, language),
    }),
    advice: t(level === 'now' ? `globalHome.advice.reached.${limit}` : `globalHome.advice.near.${limit}`),
    href: tenantHref(tenant),
  };
}

function announcementWords({ id, title, endsAt }: Of<'announcement'>, { t, language, localize }: Place): LineWords {
  const words = { title: localize(title), moment: endsAt && formatMoment(endsAt, language) };
  return {
    title: t(`globalHome.lines.announcement.${endsAt === null ? 'open' : 'ends'}`, words),
    advice: t(`globalHome.advice.announcement.${endsAt === null ? 'open' : 'ends'}`),
    href: `${ANNOUNCEMENTS}?form=${id}`,
  };
}

/** Lines about a tenant as a whole. */
type TenantLine = Of<'provider' | 'domain' | 'deletion' | 'own-visit' | 'invitation' | 'suspended' | 'visits'>;

function tenantTexts(line: TenantLine, { t, language }: Place): Omit<LineWords, 'href'> {
  const tenant = line.tenant.name;
  const moment = (iso: string | null) => (iso === null ? '' : formatMoment(iso, language));
  switch (line.kind) {
    case 'provider':
      return {
        title: t(`globalHome.lines.provider.${line.reason}`, { tenant }),
        advice: t(`globalHome.advice.provider.${line.reason}`),
      };
    case 'domain':
      return {
        title: t(`globalHome.lines.domain.${line.state}`, { tenant, count: line.count }),
        advice: t(`globalHome.advice.domain.${line.state}`, { hours: MISSING_HOURS }),
      };
    case 'deletion':
      return {
        title: t(`globalHome.lines.deletion.${line.isRunning ? 'running' : 'due'}`, { tenant, moment: moment(line.dueAt) }), // prettier-ignore
        advice: t(`globalHome.advice.deletion.${line.isRunning ? 'running' : 'due'}`),
      };
    case 'own-visit':
      return {
        title: t(`globalHome.lines.ownVisit.${line.state}`, { tenant, moment: moment(line.endsAt) }),
        advice: t(`globalHome.advice.ownVisit.${line.state}`),
      };
    case 'invitation':
      return {
        title: t('globalHome.lines.invitation', { tenant }),
        advice: t(`globalHome.advice.invitation.${line.isExpired ? 'expired' : 'open'}`, { moment: moment(line.expiresAt) }), // prettier-ignore
      };
    case 'suspended':
      return {
        title: t('globalHome.lines.suspended', { tenant }),
        advice: t('globalHome.advice.suspended', { moment: moment(line.since) }),
      };
    case 'visits':
      return {
        title: t('globalHome.lines.visits', { tenant, count: line.count }),
        advice: t('globalHome.advice.visits', { moment: moment(line.endsAt) }),
      };
  }
}

export function lineWords(line: AttentionLine, place: Place): LineWords {
  switch (line.kind) {
    case 'check':
      return {
        title: place.t('globalHome.lines.kind', {
          kind: place.t(`systemHealth.checks.${line.reading.check}`),
          value: valueText(line.reading, place),
        }),
        advice: adviceText(line.reading, place.t),
        href: SYSTEM,
      };
    case 'server':
      return serverWords(line, place);
    case 'jobs':
      return jobWords(line, place);
    case 'limit':
      return limitWords(line, place);
    case 'announcement':
      return announcementWords(line, place);
    default:
      return { ...tenantTexts(line, place), href: tenantHref(line.tenant) };
  }
}
