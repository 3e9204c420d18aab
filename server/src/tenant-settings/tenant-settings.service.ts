import type { Calendar, MappedCode } from '@rise/contract';
import { PLAIN_CALENDAR } from '@rise/contract';
import type { Mappings, Scope } from '@rise/engine';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TenantTx } from '../kernel/database/database.ts';
import type { MappingContent } from './mappings.rules.ts';
import {
  findContents,
  findTenantSettings,
  type MappingVersions,
  type ParameterSettings,
  type TenantSettingsRow,
} from './tenant-settings.sql.ts';

/** A tenant's settings for its model: values of parameters, mappings of source codes, calendar and currency. */
export interface TenantSettings extends Omit<TenantSettingsRow, 'mappings' | 'calendar'> {
  readonly calendar: Calendar;
  readonly versions: MappingVersions;
  readonly mappings: Mappings;
  /** By mapping, its codes with its categories and rules. */
  readonly contents: ReadonlyMap<string, MappingContent>;
}

/** Maximum size of the cache, in codes. */
const MAX_CACHED_CODES = 200_000;

/** By database, and there by mapping version; versions never change. */
const caches = new WeakMap<object, LRUCache<string, MappingContent>>();

function contentsOf(origin: object): LRUCache<string, MappingContent> {
  const known = caches.get(origin);
  if (known) return known;
  const cache = new LRUCache<string, MappingContent>({
    maxSize: MAX_CACHED_CODES,
    sizeCalculation: ({ codes, categories, rules }) => codes.length + categories.length + rules.length + 1,
  });
  caches.set(origin, cache);
  return cache;
}

const keyOf = (tenantId: string, type: string, version: number) => `${tenantId} ${type} ${version}`;

/** The settings of a row, with the codes of its mapping versions. */
export async function resolveTenantSettings(tx: TenantTx, row: TenantSettingsRow): Promise<TenantSettings> {
  const { mappings: versions, calendar, ...settings } = row;
  const cached = contentsOf(tx.origin);
  const contents = new Map<string, MappingContent>();
  const missing: [string, number][] = [];
  for (const [type, version] of Object.entries(versions)) {
    const content = cached.get(keyOf(tx.tenantId, type, version));
    if (content) contents.set(type, content);
    else missing.push([type, version]);
  }
  if (missing.length > 0)
    for (const { type, version, ...content } of await findContents(tx, Object.fromEntries(missing))) {
      cached.set(keyOf(tx.tenantId, type, version), content);
      contents.set(type, content);
    }
  const mappings = { hash: hashOf(versions), codes: codesOf(contents) };
  return { ...settings, versions, mappings, contents, calendar: calendar ?? PLAIN_CALENDAR };
}

const codesOf = (contents: ReadonlyMap<string, MappingContent>) =>
  new Map([...contents].map(([type, { codes }]) => [type, codes]));

/** Versions never change, so their numbers identify their codes. */
function hashOf(versions: MappingVersions): string {
  return JSON.stringify(Object.entries(versions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The tenant’s current settings. */
export async function loadTenantSettings(tx: TenantTx): Promise<TenantSettings> {
  return resolveTenantSettings(tx, await findTenantSettings(tx));
}

/** The same settings with other values of parameters. */
export function withParameters(settings: TenantSettings, parameters: ParameterSettings): TenantSettings {
  return { ...settings, parameters, parametersVersion: settings.parametersVersion + 1 };
}

/** The same settings with another version of one mapping. */
export function withMapping(
  settings: TenantSettings,
  type: string,
  version: number,
  content: MappingContent,
): TenantSettings {
  const versions = { ...settings.versions, [type]: version };
  const contents = new Map([...settings.contents, [type, content]]);
  return { ...settings, versions, contents, mappings: { hash: hashOf(versions), codes: codesOf(contents) } };
}

/** The same settings with other codes of one mapping that are not stored. */
export function withProposedCodes(
  settings: TenantSettings,
  type: string,
  codes: readonly MappedCode[],
): TenantSettings {
  const digest = createHash('sha256').update(JSON.stringify(codes)).digest('hex');
  const hash = `${settings.mappings.hash} with ${type} ${digest}`;
  return { ...settings, mappings: { hash, codes: new Map([...settings.mappings.codes, [type, codes]]) } };
}

/** A reader's scope in a tenant with these settings, today. */
export function withTenantSettings(scope: Scope, settings: TenantSettings): Scope {
  const { parameters, mappings, calendar, currency } = settings;
  return { ...scope, parameters, mappings, calendar, today: todayIn(calendar), ...(currency !== null && { currency }) };
}

/** By time zone: creating one takes longer than all else that a cached result needs. */
const dayFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000 });

/** Today in the calendar's time zone, 'YYYY-MM-DD'. */
export function todayIn({ timeZone }: Calendar): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    dayFormats.set(timeZone, format);
  }
  return format.format(new Date());
}

export { findTenantSettings, saveTenantSettings, type TenantSettingsRow } from './tenant-settings.sql.ts';

/** The tenant's time zone, in which times of day are meant. */
export const zoneOf = async (tx: TenantTx): Promise<string> => (await loadTenantSettings(tx)).calendar.timeZone;
