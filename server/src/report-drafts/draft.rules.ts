import {
  applyChange,
  DOCUMENT_BYTES,
  OperationError,
  reportDocument,
  type Applied,
  type ReportDocument,
  type ReportOperation,
} from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';

const REMOVED = {
  'unknown-page': 'page',
  'unknown-row': 'row',
  'unknown-tile': 'tile',
} as const;

/** What an operation that does not fit says to its author. */
function toConflict({ reason, part }: OperationError): UserError {
  if (reason === 'fixed-property')
    return new UserError('VALIDATION_FAILED', undefined, [
      { field: part, message: `'${part}' cannot be set. Replace the tile instead.` },
    ]);
  const message =
    reason === 'duplicate-id'
      ? `The report already has a part with the id '${part}'. Use another id.`
      : `This ${REMOVED[reason]} was removed by someone else. Your change was not saved.`;
  return new UserError('CONFLICT', message, [{ field: part, message }]);
}

/**
 * The document after a change, as it is stored, and the inverse. CONFLICT where an operation does not fit;
 * VALIDATION_FAILED where the document would be invalid, with the fields of its parts.
 */
export function applyTo(document: ReportDocument, operations: readonly ReportOperation[]): Applied {
  const applied = tryChange(document, operations);
  if (applied instanceof OperationError) throw toConflict(applied);
  const parsed = reportDocument.safeParse(applied.document);
  if (!parsed.success)
    throw new UserError(
      'VALIDATION_FAILED',
      undefined,
      parsed.error.issues.map(({ path, message }) => ({ field: fieldIn(applied.document, path), message })),
    );
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > DOCUMENT_BYTES)
    throw new UserError('VALIDATION_FAILED', 'The report is too large. Move some tiles to another report.');
  return { document: parsed.data, inverse: applied.inverse };
}

function tryChange(document: ReportDocument, operations: readonly ReportOperation[]): Applied | OperationError {
  try {
    return applyChange(document, operations);
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

/** A place in a document by the id of its part, such as 'tiles.sales.title' or 'pages.overview.title'. */
export function fieldIn({ pages }: ReportDocument, path: readonly PropertyKey[]): string {
  const [first, pageIndex, , rowIndex, , tileIndex] = path as readonly (string & number)[];
  const page = first === 'pages' && pageIndex !== undefined ? pages[pageIndex] : undefined;
  const row = rowIndex === undefined ? undefined : page?.rows[rowIndex];
  const tile = tileIndex === undefined ? undefined : row?.tiles[tileIndex];
  const [list, part, depth] = tile ? ['tiles', tile, 6] : row ? ['rows', row, 4] : ['pages', page, 2];
  const keys = part ? [list, part.id, ...path.slice(depth)] : path;
  return keys.map(String).join('.');
}

export const tooOld = (): UserError =>
  new UserError('CONFLICT', 'Someone else has changed the draft since. Look at it, and try again.');

/** What an operation writes, as paths: values, where a part is, and what a page holds. */
function written(operation: ReportOperation): string[] {
  switch (operation.type) {
    case 'set':
      return [operation.at.join('/')];
    case 'replace-tile':
      return [`tiles/${operation.tile.id}`];
    case 'insert-tile':
      return [`place/${operation.tile.id}`, `content/${operation.to.page}`];
    case 'move-tile':
      return [`place/${operation.tile}`, `content/${operation.to.page}`];
    case 'move-page':
      return [`page/${operation.page}`];
    case 'insert-page':
    case 'remove-page':
    case 'remove-tile':
      return [];
  }
}

/** What an operation replaces or removes: these paths, and all that is below them. */
function overwritten(operation: ReportOperation, { pages }: ReportDocument): string[] {
  switch (operation.type) {
    case 'set':
    case 'replace-tile':
    case 'move-page':
      return written(operation);
    case 'move-tile':
      return [`place/${operation.tile}`];
    case 'remove-tile':
      return [`tiles/${operation.tile}`, `place/${operation.tile}`];
    case 'insert-tile':
    case 'insert-page':
      return [];
    case 'remove-page': {
      const { page } = operation;
      const rows = pages.find(({ id }) => id === page)?.rows ?? [];
      const tiles = rows.flatMap((row) => row.tiles.map(({ id }) => id));
      return [
        `pages/${page}`,
        `page/${page}`,
        `content/${page}`,
        ...rows.map(({ id }) => `rows/${id}`),
        ...tiles.flatMap((id) => [`tiles/${id}`, `place/${id}`]),
      ];
    }
  }
}

const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** Whether operations would replace what later ones of other people wrote: an undo takes back the person's work only. */
function overwrites(
  operations: readonly ReportOperation[],
  document: ReportDocument,
  later: readonly ReportOperation[],
): boolean {
  const theirs = later.flatMap(written);
  return operations
    .flatMap((operation) => overwritten(operation, document))
    .some((own) => theirs.some((path) => isWithin(path, own) || isWithin(own, path)));
}

const STEPS = {
  undo: ['can’t be undone', 'Undo again for the one before it.'],
  redo: ['can’t be redone', 'Redo again for the next one.'],
} as const;

export function stepConflict(step: keyof typeof STEPS): UserError {
  const [cannot, next] = STEPS[step];
  return new UserError('CONFLICT', `Your change ${cannot}: someone else has changed the same part since. ${next}`);
}

/** What a step back or forth comes to; null where it no longer fits, or would replace what others wrote later. */
export function tryStep(
  document: ReportDocument,
  operations: readonly ReportOperation[],
  later: readonly ReportOperation[],
): Applied | null {
  if (overwrites(operations, document, later)) return null;
  try {
    return applyTo(document, operations);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
