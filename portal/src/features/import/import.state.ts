import type { SearchParams } from '@rise/ui/search-params';

/** State of the screen, as stored in the address: `?import=<id>&table=<id>`, or `?before=<id>` for older imports. */
export interface ImportState {
  /** The import that is open; null: files are chosen. */
  importId: string | null;
  /** The table that is open; null: the first that needs something. */
  table: string | null;
  /** The page of the list: imports before the one with this id; null: the newest. */
  before: string | null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LENGTH = 40;

const idOf = (value: string | undefined): string | null => (value !== undefined && ID.test(value) ? value : null);

export function readImportState(params: SearchParams): ImportState {
  const importId = idOf(params.import);
  return {
    importId,
    table: (importId && params.table?.slice(0, MAX_LENGTH)) || null,
    before: importId === null ? idOf(params.before) : null,
  };
}

export function writeImportState({ importId, table, before }: ImportState): Record<string, string> {
  if (importId === null) return before === null ? {} : { before };
  return { import: importId, ...(table !== null && { table }) };
}
