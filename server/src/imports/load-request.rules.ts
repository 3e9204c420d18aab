import type { DataImport } from '@rise/contract';
import type { LoadTable } from '@rise/engine';
import { hashOfSettings } from './draft.rules.ts';
import { decidedSettings } from './drift.rules.ts';
import type { LoadedPart } from './imports.sql.ts';

type ShownTable = DataImport['tables'][number];

/** What the engine loads, and which parts of files that are. */
export interface LoadRequest {
  readonly tables: LoadTable[];
  readonly parts: (LoadedPart & { replaced: boolean; refuseAgain: boolean })[];
  /** Rows of the tables before, by name in lower case. */
  readonly before: ReadonlyMap<string, number>;
}

/** The included tables of an import as the engine loads them; those of several files with one target as one. */
export function loadRequest(shown: DataImport, pathOf: (file: number) => string): LoadRequest {
  const included = shown.tables.filter(({ include }) => include);
  const targets = [...new Set(included.map(({ target }) => target.toLowerCase()))];
  return {
    tables: targets.map((target) => {
      const tables = included.filter((table) => table.target.toLowerCase() === target);
      return toLoad(shown, tables, pathOf);
    }),
    parts: included.map((table) => ({
      table: table.target,
      sha256: shown.files[table.file]!.sha256,
      part: table.part,
      settings: hashOfSettings(settingsOf(table)),
      replaced: table.mode === 'replace',
      refuseAgain: table.mode === 'append' && !table.loadAgain,
    })),
    before: new Map(shown.warehouse.map(({ table, rows }) => [table.toLowerCase(), rows])),
  };
}

const settingsOf = ({ settings, drift }: ShownTable) => decidedSettings(settings!, drift);

function toLoad({ files }: DataImport, tables: readonly ShownTable[], pathOf: (file: number) => string): LoadTable {
  const [first] = tables;
  const { target, sortBy, asOf } = first!;
  const mode = modeOf(first!);
  return {
    table: target,
    ...(mode !== undefined && { mode }),
    sortBy,
    asOf,
    inspected: tables.map((table) => ({
      file: pathOf(table.file),
      title: files[table.file]!.name,
      part: table.part,
      settings: settingsOf(table),
    })),
  };
}

function modeOf({ mode, key, day }: ShownTable): LoadTable['mode'] {
  if (mode === 'append') return 'append';
  if (mode === 'upsert') return { upsert: key };
  return mode === 'days' ? { days: day! } : undefined;
}

/** The version with which one of the parts is in its table already, where that is refused; null if none is. */
export function repeatedPart(
  parts: LoadRequest['parts'],
  present: readonly (LoadedPart & { version: number })[],
): number | null {
  const again = parts.flatMap((part) => {
    if (!part.refuseAgain) return [];
    return present.filter(
      ({ table, sha256, part: name, settings }) =>
        table === part.table.toLowerCase() &&
        sha256 === part.sha256 &&
        name === part.part &&
        settings === part.settings,
    );
  });
  return again.at(-1)?.version ?? null;
}
