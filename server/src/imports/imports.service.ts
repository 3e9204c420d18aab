import type {
  DataImport,
  ImportSummary,
  ImportTableChange,
  InspectedFile,
  TablePreview,
  TableSettings,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { StoredFile, UploadService } from '../uploads/uploads.service.ts';
import {
  changeTable,
  draftTable,
  sameName,
  titlesOf,
  withChoices,
  type DraftTable,
  type KnownTable,
} from './draft.rules.ts';
import type { FileInspector } from './file-inspector.ts';
import type { ImportRunner } from './import-runner.service.ts';
import { publishImport, type ImportStore } from './import-store.ts';
import {
  deleteImport,
  findImport,
  insertImport,
  listImports,
  listSources,
  lockImport,
  saveDraft,
  saveEnd,
  saveInspection,
  setWaiting,
  type ImportRow,
  type ImportSource,
} from './imports.sql.ts';
import { presentImport, presentSummary } from './present-import.ts';
import { thisProcess } from './this-process.ts';

export interface ImportServiceOptions {
  readonly database: Database;
  readonly uploads: UploadService;
  readonly store: ImportStore;
  readonly inspector: FileInspector;
  readonly runner: ImportRunner;
}

/** Who drafts an import, and from where. */
export interface ImportAuthor {
  readonly origin: ImportSummary['origin'];
  readonly createdBy: string | null;
}

/** What a request changes of a draft. */
export interface ImportChange {
  note?: string | undefined;
  rejectLimit?: number | undefined;
  tables?: ImportTableChange[] | undefined;
}

/** In which states an import's tables can be changed, and it can be run. */
const OPEN = new Set<ImportRow['status']>(['draft', 'failed', 'canceled']);

/** Drafts of imports: inspected files, what was chosen for them, and their runs. */
export class ImportService {
  readonly #options: ImportServiceOptions;
  readonly #database: Database;

  constructor(options: ImportServiceOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async list(
    actor: TenantActor,
    { before = null, limit }: { before?: string | null | undefined; limit: number },
  ): Promise<{ imports: ImportSummary[]; next: string | null }> {
    const rows = await this.#database.withTenant(
      actor,
      async (tx) => {
        if (before !== null && !(await findImport(tx, before))) throw notFound();
        return listImports(tx, { before, limit: limit + 1 });
      },
      'reads',
    );
    const page = rows.slice(0, limit).map(presentSummary);
    return { imports: page, next: rows.length > limit ? page.at(-1)!.id : null };
  }

  /** The tables of the version that a load builds upon. */
  knownTables(actor: TenantActor): Promise<KnownTable[]> {
    return this.#options.store.knownTables(actor);
  }

  /** Throws NOT_FOUND. */
  async get(actor: TenantActor, id: string): Promise<DataImport> {
    const row = await this.#find(actor, id);
    return presentImport(row, await this.#options.store.context(actor));
  }

  /** Inspects uploaded files and drafts their import, which exists from the start. */
  async create(actor: TenantActor, uploads: readonly string[], author: ImportAuthor): Promise<DataImport> {
    return this.#options.uploads.use(actor, [...new Set(uploads)], async (files) => {
      const id = await this.#database.withTenant(actor, async (tx) => {
        const pending = files.map((file) => ({ ...fileOf(file), kind: null, error: null }));
        const inserted = await insertImport(tx, { ...author, process: thisProcess(), files: pending });
        await publishImport(tx, inserted);
        actor.record?.note({ after: { files: files.map(({ name }) => name) } }, inserted);
        return inserted;
      });
      await this.#inspect(actor, id, files);
      return this.get(actor, id);
    });
  }

  /** Inspects the files of an import whose inspection was interrupted. */
  async inspectAgain(actor: TenantActor, id: string): Promise<void> {
    const row = await this.#find(actor, id);
    const ids = row.files.flatMap(({ upload }) => (upload === null ? [] : [upload]));
    await this.#options.uploads.use(actor, ids, (files) => this.#inspect(actor, id, files));
  }

  /** Throws NOT_FOUND, and CONFLICT where the import waits, runs, or has been loaded. */
  async change(actor: TenantActor, id: string, change: ImportChange): Promise<DataImport> {
    await this.#database.withTenant(actor, async (tx) => {
      const row = await lockImport(tx, id);
      if (!row) throw notFound();
      requireOpen(row);
      const tables = row.tables.map((table) => {
        const changes = (change.tables ?? []).filter((item) => item.id === table.id);
        return changes.reduce(changeTable, table);
      });
      const { note = row.note, rejectLimit = row.rejectLimit } = change;
      await saveDraft(tx, id, { tables, note, rejectLimit });
      await publishImport(tx, id);
    });
    return this.get(actor, id);
  }

  /** The first rows of a table. Throws NOT_FOUND, and CONFLICT where its file is no longer stored. */
  async preview(
    actor: TenantActor,
    { id, table: name }: { id: string; table: string },
    settings: TableSettings | undefined,
    signal: AbortSignal,
  ): Promise<TablePreview> {
    const row = await this.#find(actor, id);
    const table = row.tables.find((item) => item.id === name);
    if (!table) throw notFound();
    const chosen = settings ?? table.settings;
    const upload = row.files[table.file]!.upload;
    if (chosen === null) throw new UserError('CONFLICT', table.error?.message ?? 'The table cannot be read.');
    if (upload === null) throw new UserError('CONFLICT', 'The file is no longer stored. Upload it again.');
    return this.#options.uploads.use(actor, [upload], ([file]) =>
      this.#options.inspector.preview(file!, table.part, chosen, signal),
    );
  }

  /** Queues an import; with a key that was used for it before, nothing. Throws CONFLICT with what stops it. */
  async run(actor: TenantActor, id: string, key: string | null): Promise<DataImport> {
    const shown = await this.get(actor, id);
    const queued = await this.#database.withTenant(actor, async (tx) => {
      const row = await lockImport(tx, id);
      if (!row) throw notFound();
      const isSame = key !== null && row.runKey === key;
      if (isSame || row.status === 'waiting' || row.status === 'running') return false;
      requireOpen(row);
      if (!shown.ready) throw new UserError('CONFLICT', 'The import cannot run yet.', stopDetails(shown));
      if (!(await setWaiting(tx, id, { process: thisProcess(), runKey: key })))
        throw new UserError('CONFLICT', 'Another import was run with this Idempotency-Key. Use another one.');
      await publishImport(tx, id);
      return true;
    });
    if (queued) this.#options.runner.enqueue(actor.tenantId);
    return this.get(actor, id);
  }

  /** Throws CONFLICT unless the import waits or runs. */
  async cancel(actor: TenantActor, id: string): Promise<DataImport> {
    const isRunning = await this.#database.withTenant(actor, async (tx) => {
      const row = await lockImport(tx, id);
      if (!row) throw notFound();
      if (row.status === 'running') return true;
      if (row.status !== 'waiting') throw new UserError('CONFLICT', 'The import neither waits nor runs.');
      await saveEnd(tx, id, { status: 'canceled', failure: null });
      await publishImport(tx, id);
      return false;
    });
    if (isRunning && !(await this.#options.runner.cancel(id)))
      throw new UserError('CONFLICT', 'The import is run by another process, or has just ended. Read it again.');
    return this.get(actor, id);
  }

  /** Throws CONFLICT for one that waits, runs, or has been loaded. */
  async discard(actor: TenantActor, id: string): Promise<void> {
    await this.#database.withTenant(actor, async (tx) => {
      const row = await lockImport(tx, id);
      if (!row) throw notFound();
      requireOpen(row);
      await deleteImport(tx, id);
      await publishImport(tx, id);
    });
  }

  async #find(actor: TenantActor, id: string): Promise<ImportRow> {
    const row = await this.#database.withTenant(actor, (tx) => findImport(tx, id), 'reads');
    if (!row) throw notFound();
    return row;
  }

  async #inspect(actor: TenantActor, id: string, stored: readonly StoredFile[]): Promise<void> {
    const inspected: { file: StoredFile; found: InspectedFile }[] = [];
    for (const file of stored) inspected.push({ file, found: await this.#options.inspector.inspect(file) });
    const known = await this.#options.store.knownTables(actor);
    await this.#database.withTenant(actor, async (tx) => {
      const row = await findImport(tx, id);
      const remembered = await listSources(tx);
      // What becomes of rows that were copied from a server is set by their copy, whatever files of the kind were like.
      // They come with types of their own, and files at an address are read as those that people imported.
      const sources =
        row?.origin === 'copy' ? remembered.filter(({ choices }) => choices.settings?.kind !== 'typed') : remembered;
      await saveInspection(tx, id, {
        files: inspected.map(({ file, found: { kind, error } }) => ({ ...fileOf(file), kind, error })),
        tables: draftTables(
          inspected.map(({ found }) => found),
          known,
          sources,
        ),
      });
      await publishImport(tx, id);
    });
  }
}

const fileOf = ({ id, name, bytes, sha256 }: StoredFile) => ({ upload: id, name, bytes, sha256 });

/** The tables of all files, as their files suggest them or as they were loaded before. */
function draftTables(
  files: readonly InspectedFile[],
  known: readonly KnownTable[],
  sources: readonly ImportSource[],
): DraftTable[] {
  const found = files.flatMap(({ tables }, file) => tables.map((table) => ({ table, file })));
  return found.map(({ table, file }, index) => {
    const draft = draftTable(table, { id: `t${index + 1}`, file, known });
    const source = sourceOf(draft, sources);
    return source ? withChoices(draft, source.choices) : draft;
  });
}

/** What was chosen for a file with the same titles; else for one of the same table with most of them. */
function sourceOf({ columns, target }: DraftTable, sources: readonly ImportSource[]): ImportSource | undefined {
  const titles = titlesOf(columns);
  const same = sources.filter((source) => JSON.stringify(source.titles) === JSON.stringify(titles));
  const shared = (source: ImportSource) => source.titles.filter((title) => titles.includes(title)).length;
  return (
    same.find(({ table }) => sameName(table, target)) ??
    same[0] ??
    sources.find((source) => sameName(source.table, target) && shared(source) * 2 >= source.titles.length)
  );
}

function requireOpen({ status }: ImportRow): void {
  if (OPEN.has(status)) return;
  throw new UserError(
    'CONFLICT',
    status === 'loaded'
      ? 'This import has been loaded. Import its files again to change how they are read.'
      : 'This import is in use. Wait for its end, or cancel it first.',
  );
}

function stopDetails({ tables }: DataImport) {
  const stops = tables.flatMap(({ id, stops: own }) => own.map(({ message }) => ({ field: `tables.${id}`, message })));
  return stops.length > 0 ? stops : [{ field: 'tables', message: 'Include at least one table.' }];
}
