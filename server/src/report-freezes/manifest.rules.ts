import { createHash } from 'node:crypto';
import type { Calendar, ReportFreeze } from '@rise/contract';
import type { TenantSettingsRow } from '../tenant-settings/tenant-settings.service.ts';
import type { FreezeRow } from './report-freezes.sql.ts';

/** What a freeze says about itself. It is stored as canonical JSON, whose hash is the freeze's. */
export interface Manifest {
  /** Of the manifest and of the content that it is about; a later one is another number. */
  readonly format: 1;
  readonly id: string;
  readonly report: string;
  readonly number: number;
  readonly name: string;
  readonly note: string;
  /** Id of the freeze that it corrects. */
  readonly corrects: string | null;
  readonly frozenAt: string;
  readonly frozenBy: { readonly account: string | null; readonly email: string | null };
  readonly reportVersion: number;
  readonly data: { readonly version: number; readonly asOf: string | null; readonly external: boolean };
  readonly model: {
    readonly version: number;
    readonly hash: string;
    readonly template: { readonly name: string; readonly version: number } | null;
  };
  readonly parameters: { readonly version: number; readonly values: TenantSettingsRow['parameters'] };
  readonly mappings: TenantSettingsRow['mappings'];
  readonly calendar: Calendar;
  readonly currency: string | null;
  /** The day that relative dates were counted from. */
  readonly today: string;
  readonly datasets: readonly string[];
  /** What rules and masks kept from the person, as the engine's `restrictionsOn` lists it. */
  readonly rights: readonly string[];
  readonly software: string;
  /** SHA-256 of the content's JSON. */
  readonly content: string;
  /** Hash of the freeze before; null for the first one. */
  readonly previous: string | null;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON without spaces and with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export const manifestOf = ({ manifest }: FreezeRow): Manifest => JSON.parse(manifest) as Manifest;

/** Whether a row is the one that was stored under its hash. */
export function isIntact(row: FreezeRow): boolean {
  if (sha256(row.manifest) !== row.hash) return false;
  const { id, number, name, data } = manifestOf(row);
  return id === row.id && number === row.number && name === row.name && data.version === row.dataVersion;
}

/** Whether all freezes up to one are as they were stored, each naming the one before. `rows`: the newest first. */
export function isChained(rows: readonly FreezeRow[], upTo: number): boolean {
  const chain = rows.filter(({ number }) => number <= upTo).toReversed();
  return chain.every((row, index) => {
    const before = chain[index - 1];
    if (row.number !== index + 1 || !isIntact(row)) return false;
    return manifestOf(row).previous === (before?.hash ?? null);
  });
}

/** `readable`: whether the caller has the row rights of who froze it. */
export function toFreeze(row: FreezeRow, rows: readonly FreezeRow[], readable: boolean): ReportFreeze {
  const { corrects, frozenBy, data, model, parameters, previous, ...manifest } = manifestOf(row);
  const { id, number, name, note, frozenAt, reportVersion, mappings, software } = manifest;
  const toReference = (other: FreezeRow | undefined) =>
    other ? { id: other.id, number: other.number, name: other.name } : null;
  return {
    id,
    number,
    name,
    note,
    frozenAt,
    reportVersion,
    software,
    frozenBy: frozenBy.email,
    corrects: toReference(rows.find((other) => other.id === corrects)),
    correctedBy: toReference(rows.find((other) => manifestOf(other).corrects === id)),
    dataVersion: data.version,
    asOf: data.asOf,
    model: { version: model.version, template: model.template },
    parametersVersion: parameters.version,
    mappings: { ...mappings },
    hash: row.hash,
    previousHash: previous,
    can: { read: readable },
  };
}
