import { setTimeout as wait } from 'node:timers/promises';
import { basename } from 'node:path';
import type { DataImport, ImportTableChange, LoadMode } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { UploadService } from '../uploads/uploads.service.ts';
import type { ImportAuthor, ImportService } from './imports.service.ts';

const POLL_MS = 200;

/** How files are imported that nobody looks at before. What is left out is as for an earlier file of the same kind. */
export interface FileImportChoices {
  /** The table for all of them. */
  readonly table?: string | undefined;
  readonly mode?: LoadMode | undefined;
  /** Columns that identify a row, for `upsert`. */
  readonly key?: readonly string[] | undefined;
  /** The date column, for `days`. */
  readonly day?: string | undefined;
  readonly note?: string | undefined;
  /** Whether suggestions answer what cannot be known from a file, such as the order of day and month. */
  readonly accept?: boolean | undefined;
  /** Whether rows that were loaded before may be appended once more. */
  readonly again?: boolean | undefined;
}

/** Imports files of the server's machine, for commands and the watched folder. */
export class FileImports {
  readonly #uploads: UploadService;
  readonly #imports: ImportService;

  constructor({ uploads, imports }: { uploads: UploadService; imports: ImportService }) {
    this.#uploads = uploads;
    this.#imports = imports;
  }

  /**
   * Imports files as one version, and resolves once they are loaded. Throws CONFLICT with what stops the import, and
   * VALIDATION_FAILED with the reason if it fails; then nothing is loaded and nothing stays.
   */
  async import(
    actor: TenantActor,
    paths: readonly string[],
    {
      author,
      onDraft,
      signal,
      ...choices
    }: FileImportChoices & {
      author: ImportAuthor;
      /** Receives the import's id before it runs. */
      onDraft?: (id: string) => Promise<void>;
      signal?: AbortSignal;
    },
  ): Promise<DataImport> {
    const uploads: string[] = [];
    let draft: DataImport | null = null;
    try {
      for (const path of paths) uploads.push(await this.#uploads.add(actor, path, basename(path)));
      draft = await this.#imports.create(actor, uploads, author);
      await onDraft?.(draft.id);
      requireReadable(draft);
      const changed = await this.#imports.change(actor, draft.id, {
        note: choices.note,
        tables: draft.tables.map((table) => changeFor(table, choices)),
      });
      requireKnownWay(changed, choices);
      await this.#imports.run(actor, draft.id, null);
      // Before it waited, it could not be canceled.
      if (signal?.aborted) await this.#imports.cancel(actor, draft.id);
      return await this.#finish(actor, draft.id);
    } catch (error) {
      if (draft) await this.#imports.discard(actor, draft.id).catch(() => undefined);
      throw error;
    } finally {
      for (const id of uploads) await this.#uploads.remove(actor, id).catch(() => undefined);
    }
  }

  async #finish(actor: TenantActor, id: string): Promise<DataImport> {
    for (;;) {
      const { status, failure, ...rest } = await this.#imports.get(actor, id);
      if (status === 'loaded') return { status, failure, ...rest };
      if (status === 'failed') throw new UserError('VALIDATION_FAILED', failure?.message);
      if (status !== 'waiting' && status !== 'running') throw new UserError('CONFLICT', 'The import was canceled.');
      await wait(POLL_MS);
    }
  }
}

function requireReadable({ files, tables }: DataImport): void {
  const faults = [
    ...files.flatMap(({ name, error }) =>
      error ? [{ field: name, message: `${error.message} ${error.remedy}` }] : [],
    ),
    ...tables.flatMap(({ title, error }) =>
      error ? [{ field: title, message: `${error.message} ${error.remedy}` }] : [],
    ),
  ];
  if (faults.length > 0) throw new UserError('VALIDATION_FAILED', 'A file cannot be read.', faults);
  if (tables.length === 0) throw new UserError('VALIDATION_FAILED', 'The files have no tables.');
}

function changeFor(table: DataImport['tables'][number], choices: FileImportChoices): ImportTableChange {
  const { table: target, mode, key, day, accept, again } = choices;
  const answers = table.doubts.flatMap(({ choices: offered, answer }, doubt) => {
    const choice = offered.findIndex(({ suggested }) => suggested);
    return accept === true && answer === null && choice >= 0 ? [{ doubt, choice }] : [];
  });
  return {
    id: table.id,
    answers,
    ...(target !== undefined && { target }),
    ...(mode !== undefined && { mode }),
    ...(key !== undefined && { key: [...key] }),
    ...(day !== undefined && { day }),
    ...(again === true && { loadAgain: true }),
  };
}

/** What becomes of a table's rows is chosen by a person, now or for an earlier file: a guess could lose them. */
function requireKnownWay({ tables }: DataImport, { mode }: FileImportChoices): void {
  const unknown = tables.filter(
    ({ include, rowsBefore, remembered }) => include && rowsBefore !== null && !remembered && mode === undefined,
  );
  if (unknown.length === 0) return;
  throw new UserError(
    'CONFLICT',
    'It is not known what becomes of the rows that the table has.',
    unknown.map(({ target }) => ({
      field: target,
      message: `Say whether the rows replace those of ${target}, are added, or update them; or import one such file in the portal, which is remembered.`,
    })),
  );
}
