import type { SearchParams } from '@rise/ui/search-params';

/** State of the screen, as stored in the address: `?import=<id>&table=<id>`. */
export interface ImportState {
  /** The import that is open; null: files are chosen. */
  importId: string | null;
  /** The table that is open; null: the first that needs something. */
  table: string | null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LENGTH = 40;

export function readImportState(params: SearchParams): ImportState {
  const importId = params.import && ID.test(params.import) ? params.import : null;
  return { importId, table: (importId && params.table?.slice(0, MAX_LENGTH)) || null };
}

export function writeImportState({ importId, table }: ImportState): Record<string, string> {
  return { ...(importId !== null && { import: importId, ...(table !== null && { table }) }) };
}
