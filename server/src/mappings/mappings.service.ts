import type { CodeMapping, ErrorDetail, MappedCode, MappingSummary, MappingTable, MappingVersion, PutMapping } from '@rise/contract'; // prettier-ignore
import type { CompiledModel } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { authorOf } from '../models/author.service.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { findTerms, withMapping } from '../terms/terms.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { faultsOf, ordered, patched, tooMany } from './mappings.rules.ts';
import { findCodes, insertMapping, listVersions, type MappingRow } from './mappings.sql.ts';

interface Change {
  readonly type: string;
  readonly message: string;
  readonly basedOn?: number | undefined;
  /** Who; where left out, the actor's own address. */
  readonly author?: string | null;
}

export interface MappingService {
  /** The mappings that the tenant's model names. */
  list(actor: TenantActor): Promise<MappingSummary[]>;
  /** A version, the one in force where null; NOT_FOUND for a type or version that there is not. */
  read(actor: TenantActor, type: string, version: number | null): Promise<MappingTable>;
  versions(actor: TenantActor, type: string): Promise<MappingVersion[]>;
  /** Says anew what all codes mean. Throws VALIDATION_FAILED by place, NOT_FOUND, CONFLICT. */
  put(actor: TenantActor, change: Change & { readonly codes: readonly MappedCode[] }): Promise<PutMapping>;
  /** Says what some codes mean and forgets others. Throws as `put` does. */
  patch(
    actor: TenantActor,
    change: Change & { readonly set: readonly MappedCode[]; readonly remove: readonly string[] },
  ): Promise<PutMapping>;
}

export function createMappings(options: { database: Database; warehouses: WarehouseService }): MappingService {
  const { database, warehouses } = options;

  const named = (model: CompiledModel | undefined, type: string): CodeMapping => {
    const found = model?.model.mappings.find(({ name }) => name === type);
    if (!found) throw notFound();
    return found;
  };
  const reads = <T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>) =>
    database.withTenant(actor, work, 'reads');
  const inForce = async (tx: TenantTx, type: string) => (await findTerms(tx)).mappings[type] ?? 0;

  const change = async (
    actor: TenantActor,
    { type, message, basedOn, ...said }: Change,
    make: (before: readonly MappedCode[]) => MappedCode[],
    check: (mapping: CodeMapping) => ErrorDetail[],
  ): Promise<PutMapping> => {
    const author = said.author === undefined ? await authorOf(database, actor) : said.author;
    let table!: MappingTable;
    const changed = await warehouses.useTerms(actor, (terms, model) => {
      const details = check(named(model, type));
      const version = terms.versions[type] ?? 0;
      if (basedOn !== undefined && basedOn !== version)
        throw new Failure('CONFLICT', `Version ${version} of '${type}' is in force by now. Take its changes over and send yours again.`); // prettier-ignore
      const before = terms.mappings.codes.get(type) ?? [];
      const codes = make(before);
      details.push(...tooMany(codes));
      if (details.length > 0) throw new Failure('VALIDATION_FAILED', undefined, details);
      const same = JSON.stringify(codes) === JSON.stringify(ordered(before));
      table = { type, version: same ? version : version + 1, codes };
      if (same) return null;
      return {
        terms: withMapping(terms, type, version + 1, codes),
        write: (tx) => insertMapping(tx, { type, version: version + 1, codes, author, message }),
      };
    });
    if (changed) {
      const details = { version: table.version, codes: table.codes.length, author, message };
      await audit(database, actor, { action: 'mapping.put', outcome: 'done', target: type, details });
    }
    return { table, changed };
  };

  return {
    list: (actor) =>
      reads(actor, async (tx) => {
        const model = (await newestModel(tx))?.model.model;
        const { mappings: versions } = await findTerms(tx);
        const rows = await listVersions(tx, null);
        return (model?.mappings ?? []).map(({ name: type, ...said }) => {
          const row = rows.find((each) => each.type === type && each.version === versions[type]);
          return { type, ...said, version: row ? versionOf(row, row.version) : null };
        });
      }),
    read: (actor, type, version) =>
      reads(actor, async (tx) => {
        named((await newestModel(tx))?.model, type);
        const wanted = version ?? (await inForce(tx, type));
        const codes = wanted === 0 ? [] : await findCodes(tx, type, wanted);
        if (!codes) throw notFound();
        return { type, version: wanted, codes };
      }),
    versions: (actor, type) =>
      reads(actor, async (tx) => {
        named((await newestModel(tx))?.model, type);
        const current = await inForce(tx, type);
        return (await listVersions(tx, type)).map((row) => versionOf(row, current));
      }),
    put: (actor, { codes, ...said }) =>
      change(actor, said, () => ordered(codes), (mapping) => faultsOf(mapping, codes, 'codes')), // prettier-ignore
    patch: (actor, { set, remove, ...said }) =>
      change(actor, said, (before) => patched(before, { set, remove }), (mapping) => faultsOf(mapping, set, 'set')), // prettier-ignore
  };
}

function versionOf({ version, author, message, createdAt, codes }: MappingRow, current: number): MappingVersion {
  return { version, current: version === current, createdAt: createdAt.toISOString(), author, message, codes };
}
