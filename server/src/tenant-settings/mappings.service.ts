import type {
  CodeMapping,
  ErrorDetail,
  MappedCode,
  MappingChanges,
  MappingDifference,
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
import { changesBetween, conflictsOf } from './approval.rules.ts';
import { needsApproval } from './approval.sql.ts';
import { locateInFile, MappingFileError, readMappingFile, writeMappingFile, type MappingFile } from './mapping-file.ts';
import {
  applyPatch,
  changesTo,
  checkCategories,
  checkCodes,
  checkCount,
  diffContents,
  isSame,
  NO_CONTENT,
  sortCodes,
  type MappingContent,
} from './mappings.rules.ts';
import { findContent, findEarlierValues, insertMapping, listVersions, type MappingRow } from './mappings.sql.ts';
import { findTenantSettings, withMapping } from './tenant-settings.service.ts';

interface MappingChange {
  readonly type: string;
  readonly message: string;
  /** The version that the author edited; CONFLICT where it is no longer the active one. */
  readonly basedOn?: number | undefined;
  /** Omitted: the actor's own email address. */
  readonly author?: string | null;
  readonly approval?: Approval;
}

/** Who approved a change, and what is written with it. */
interface Approval {
  readonly by: string | null;
  record(tx: TenantTx, version: number): Promise<void>;
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
      return { type, version: number, ...toWire(await requireContent(tx, type, number)) };
    });
  }

  /** What a version changed of the one before it; NOT_FOUND for an unknown type or version. */
  changes(actor: TenantActor, type: string, version: number): Promise<MappingDifference> {
    return this.#read(actor, async (tx) => {
      requireMapping((await newestModel(tx))?.model, type);
      const after = await requireContent(tx, type, version);
      return { type, version, ...diffContents(await requireContent(tx, type, version - 1), after) };
    });
  }

  needsApproval(actor: TenantActor, type: string): Promise<boolean> {
    return this.#read(actor, (tx) => needsApproval(tx, type));
  }

  /** The newest value that codes had in versions before this one. */
  earlierValues(tx: TenantTx, type: string, version: number): ReturnType<typeof findEarlierValues> {
    return findEarlierValues(tx, type, version);
  }

  /** A version as a file, the active one where null. */
  async exportFile(
    actor: TenantActor,
    type: string,
    { version, format }: { readonly version: number | null; readonly format: 'csv' | 'yaml' },
  ): Promise<{ name: string; text: string }> {
    const table = await this.read(actor, type, version);
    const name = `${type}-${table.version}.${format}`;
    return { name, text: writeMappingFile(name, table) };
  }

  /** As `readMappingFile`. */
  readFile(name: string, text: string): Promise<MappingFile> {
    return readMappingFile(name, text, this.#warehouses.modelReader);
  }

  /** The change that makes the active version what a file says, or the issues of the file. Saves nothing. */
  async importFile(
    actor: TenantActor,
    { type, name, text }: { readonly type: string; readonly name: string; readonly text: string },
  ): Promise<{ set: MappedCode[]; remove: (string | null)[]; issues: string[] }> {
    const { mapping, before } = await this.#read(actor, async (tx) => ({
      mapping: requireMapping((await newestModel(tx))?.model, type),
      before: (await requireContent(tx, type, await activeVersion(tx, type))).codes,
    }));
    try {
      const file = await this.readFile(name, text);
      const tooMany = checkCount(file.codes);
      const details = tooMany.length > 0 ? tooMany : checkCodes(mapping, file.codes, 'codes');
      if (details.length > 0) return { set: [], remove: [], issues: locateInFile(file, details).slice(0, 100) };
      return { ...changesTo(before, sortCodes(file.codes)), issues: [] };
    } catch (error) {
      if (error instanceof MappingFileError) return { set: [], remove: [], issues: error.issues.slice(0, 100) };
      throw error;
    }
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
    { codes, categories, rules, ...change }: MappingChange & Replaced & { readonly codes: readonly MappedCode[] },
  ): Promise<PutMapping> {
    return this.#change(actor, change, {
      apply: (before) => ({ ...withParts(before, { categories, rules }), codes: sortCodes(codes) }),
      check: (mapping) => checkCodes(mapping, codes, 'codes'),
    });
  }

  /** Sets and removes some codes. Throws as `put` does. */
  patch(
    actor: TenantActor,
    {
      set,
      remove,
      categories,
      rules,
      ...change
    }: MappingChange &
      Replaced & {
        readonly set: readonly MappedCode[];
        readonly remove: readonly (string | null)[];
      },
  ): Promise<PutMapping> {
    return this.#change(actor, change, {
      apply: (before) => ({
        ...withParts(before, { categories, rules }),
        codes: applyPatch(before.codes, { set, remove }),
      }),
      check: (mapping) => checkCodes(mapping, set, 'set'),
    });
  }

  /** Makes an earlier version active again, as a new version; 0 is the empty one. Throws as `put` does. */
  async restore(
    actor: TenantActor,
    { version, ...change }: MappingChange & { readonly version: number },
  ): Promise<PutMapping> {
    const content = await this.#read(actor, async (tx) => {
      requireMapping((await newestModel(tx))?.model, change.type);
      return requireContent(tx, change.type, version);
    });
    return this.#change(actor, change, { apply: () => content, check: () => [] });
  }

  /** The changes that make one version into another; those of a proposal, checked, where `to` is one. */
  proposal(
    actor: TenantActor,
    { type, basedOn, to }: { readonly type: string; readonly basedOn: number; readonly to: number | MappingChanges },
  ): Promise<MappingChanges> {
    return this.#read(actor, async (tx) => {
      const mapping = requireMapping((await newestModel(tx))?.model, type);
      const before = await requireContent(tx, type, basedOn);
      const after =
        typeof to === 'number'
          ? await requireContent(tx, type, to)
          : { ...withParts(before, to), codes: applyPatch(before.codes, to) };
      const set = typeof to === 'number' ? [] : checkCodes(mapping, to.set, 'set');
      const details = [...set, ...checkCategories(mapping, after), ...checkCount(after.codes)];
      if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
      if (isSame(before, after))
        throw new UserError('VALIDATION_FAILED', 'This changes nothing. Change a code, a category or a rule first.');
      return typeof to === 'number' ? changesBetween(before, after) : to;
    });
  }

  /** Applies a proposal as a whole to the active version. CONFLICT where something else in it has changed since. */
  async apply(
    actor: TenantActor,
    {
      type,
      basedOn,
      changes,
      ...change
    }: MappingChange & { readonly basedOn: number; readonly changes: MappingChanges },
  ): Promise<PutMapping> {
    const base = await this.#read(actor, (tx) => requireContent(tx, type, basedOn));
    return this.#change(
      actor,
      { type, ...change },
      {
        apply(before) {
          const conflicts = conflictsOf(changes, base, before);
          if (conflicts.length > 0) {
            const remedy = 'Refuse the proposal, and let its author make it again on the active version.';
            const all = conflicts.map(({ message }) => message);
            const more = all.length > 5 ? ` ${all.length - 5} more have.` : '';
            throw new UserError('CONFLICT', `${all.slice(0, 5).join(' ')}${more} ${remedy}`, conflicts.slice(0, 100));
          }
          return { ...withParts(before, changes), codes: applyPatch(before.codes, changes) };
        },
        check: (mapping) => checkCodes(mapping, changes.set, 'set'),
      },
    );
  }

  async #change(
    actor: TenantActor,
    { type, message, basedOn, approval, ...change }: MappingChange,
    edit: {
      apply(before: MappingContent): MappingContent;
      check(mapping: CodeMapping): ErrorDetail[];
    },
  ): Promise<PutMapping> {
    const author = change.author === undefined ? await authorOf(this.#database, actor) : change.author;
    let table!: MappingTable;
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings, model) => {
      const mapping = requireMapping(model, type);
      const version = settings.versions[type] ?? 0;
      if (basedOn !== undefined && basedOn !== version) throw mappingConflict(type, version);
      const before = settings.contents.get(type) ?? NO_CONTENT;
      const content = edit.apply(before);
      const details = [...edit.check(mapping), ...checkCategories(mapping, content), ...checkCount(content.codes)];
      if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
      const same = isSame(before, content);
      table = { type, version: same ? version : version + 1, ...toWire(content) };
      if (same) return null;
      return {
        settings: withMapping(settings, type, version + 1, content),
        async write(tx) {
          // The operator's command line and the server itself are no administrators of the tenant.
          if (!approval && actor.accountId !== null && (await needsApproval(tx, type))) throw approvalNeeded(type);
          const approvedBy = approval?.by ?? null;
          await insertMapping(tx, { type, version: version + 1, ...content, author, approvedBy, message });
          await approval?.record(tx, version + 1);
          const record = { version: version + 1, codes: content.codes.length, author, approvedBy, message };
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

function approvalNeeded(type: string): UserError {
  return new UserError('CONFLICT', `Changes of '${type}' need the approval of another administrator. Propose them.`);
}

function requireMapping(model: CompiledModel | undefined, type: string): CodeMapping {
  const mapping = model?.model.mappings.find(({ name }) => name === type);
  if (!mapping) throw notFound();
  return mapping;
}

/** The content of a version; that of version 0 is empty. NOT_FOUND for another one that does not exist. */
async function requireContent(tx: TenantTx, type: string, version: number): Promise<MappingContent> {
  const content = version === 0 ? NO_CONTENT : await findContent(tx, type, version);
  if (!content) throw notFound();
  return content;
}

/** What a change replaces beside codes; the rest stays. */
interface Replaced {
  readonly categories?: MappingContent['categories'] | undefined;
  readonly rules?: MappingContent['rules'] | undefined;
}

const withParts = (before: MappingContent, { categories, rules }: Replaced): MappingContent => ({
  codes: before.codes,
  categories: categories ?? before.categories,
  rules: rules ?? before.rules,
});

const toWire = ({ codes, categories, rules }: MappingContent) => ({
  codes: [...codes],
  categories: [...categories],
  rules: [...rules],
});

async function activeVersion(tx: TenantTx, type: string): Promise<number> {
  return (await findTenantSettings(tx)).mappings[type] ?? 0;
}

function toVersion(
  { version, author, approvedBy, message, createdAt, codes }: MappingRow,
  active: number,
): MappingVersion {
  const current = version === active;
  return { version, current, createdAt: createdAt.toISOString(), author, approvedBy, message, codes };
}
