import type {
  CodeMapping,
  ErrorDetail,
  MappedCode,
  MappingSummary,
  MappingTable,
  MappingVersion,
  PutMapping,
} from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { newestModel } from '../models/stored-models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { applyPatch, checkCodes, checkCount, sortCodes } from './mappings.rules.ts';
import { findCodes, insertMapping, listVersions, type MappingRow } from './mappings.sql.ts';
import { findTenantSettings, withMapping } from './tenant-settings.service.ts';

interface MappingChange {
  readonly type: string;
  readonly message: string;
  /** The version that the author edited; CONFLICT where it is no longer the active one. */
  readonly basedOn?: number | undefined;
  /** Omitted: the actor's own email address. */
  readonly author?: string | null;
}

/** A tenant's mappings of source codes to values. Each change creates a version, which is active at once. */
export class MappingService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  /** The mappings of the tenant's model. */
  list(actor: TenantActor): Promise<MappingSummary[]> {
    return this.#read(actor, async (tx) => {
      const model = (await newestModel(tx))?.model.model;
      const { mappings: activeVersions } = await findTenantSettings(tx);
      const rows = await listVersions(tx, null);
      return (model?.mappings ?? []).map(({ name: type, ...mapping }) => {
        const row = rows.find((candidate) => candidate.type === type && candidate.version === activeVersions[type]);
        return { type, ...mapping, version: row ? toVersion(row, row.version) : null };
      });
    });
  }

  /** A version, the active one where null; NOT_FOUND for an unknown type or version. */
  read(actor: TenantActor, type: string, version: number | null): Promise<MappingTable> {
    return this.#read(actor, async (tx) => {
      requireMapping((await newestModel(tx))?.model, type);
      const number = version ?? (await activeVersion(tx, type));
      const codes = number === 0 ? [] : await findCodes(tx, type, number);
      if (!codes) throw notFound();
      return { type, version: number, codes };
    });
  }

  /** Newest first. */
  versions(actor: TenantActor, type: string): Promise<MappingVersion[]> {
    return this.#read(actor, async (tx) => {
      requireMapping((await newestModel(tx))?.model, type);
      const active = await activeVersion(tx, type);
      return (await listVersions(tx, type)).map((row) => toVersion(row, active));
    });
  }

  /** Replaces all codes of a mapping. Throws VALIDATION_FAILED by index, NOT_FOUND, CONFLICT. */
  put(
    actor: TenantActor,
    { codes, ...change }: MappingChange & { readonly codes: readonly MappedCode[] },
  ): Promise<PutMapping> {
    return this.#change(actor, change, {
      apply: () => sortCodes(codes),
      check: (mapping) => checkCodes(mapping, codes, 'codes'),
    });
  }

  /** Sets and removes some codes. Throws as `put` does. */
  patch(
    actor: TenantActor,
    {
      set,
      remove,
      ...change
    }: MappingChange & { readonly set: readonly MappedCode[]; readonly remove: readonly string[] },
  ): Promise<PutMapping> {
    return this.#change(actor, change, {
      apply: (before) => applyPatch(before, { set, remove }),
      check: (mapping) => checkCodes(mapping, set, 'set'),
    });
  }

  async #change(
    actor: TenantActor,
    { type, message, basedOn, ...change }: MappingChange,
    edit: {
      apply(before: readonly MappedCode[]): MappedCode[];
      check(mapping: CodeMapping): ErrorDetail[];
    },
  ): Promise<PutMapping> {
    const author = change.author === undefined ? await authorOf(this.#database, actor) : change.author;
    let table!: MappingTable;
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings, model) => {
      const details = edit.check(requireMapping(model, type));
      const version = settings.versions[type] ?? 0;
      if (basedOn !== undefined && basedOn !== version) throw mappingConflict(type, version);
      const before = settings.mappings.codes.get(type) ?? [];
      const codes = edit.apply(before);
      details.push(...checkCount(codes));
      if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
      const same = JSON.stringify(codes) === JSON.stringify(sortCodes(before));
      table = { type, version: same ? version : version + 1, codes };
      if (same) return null;
      return {
        settings: withMapping(settings, type, version + 1, codes),
        async write(tx) {
          await insertMapping(tx, { type, version: version + 1, codes, author, message });
          const record = { version: version + 1, codes: codes.length, author, message };
          await writeRecord(tx, actor, { action: 'mapping.put', outcome: 'done', target: type, details: record });
        },
      };
    });
    return { table, changed };
  }

  #read<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#database.withTenant(actor, work, 'reads');
  }
}

function mappingConflict(type: string, version: number): UserError {
  const remedy = 'Apply its changes to yours and send them again.';
  return new UserError('CONFLICT', `Version ${version} of '${type}' is active now. ${remedy}`);
}

function requireMapping(model: CompiledModel | undefined, type: string): CodeMapping {
  const mapping = model?.model.mappings.find(({ name }) => name === type);
  if (!mapping) throw notFound();
  return mapping;
}

async function activeVersion(tx: TenantTx, type: string): Promise<number> {
  return (await findTenantSettings(tx)).mappings[type] ?? 0;
}

function toVersion({ version, author, message, createdAt, codes }: MappingRow, active: number): MappingVersion {
  return { version, current: version === active, createdAt: createdAt.toISOString(), author, message, codes };
}
