import { createContext, useContext } from 'react';
import type { Item } from './item.ts';
import type { FileActs } from './use-file-acts.ts';

/** What the parts of the page share. */
export interface FileContext {
  readonly acts: FileActs;
  /** The folder that is shown; null at the root. */
  readonly folderId: string | null;
  readonly listHref: string;
  readonly startMove: (items: readonly Item[]) => void;
}

export const FilesContext = createContext<FileContext | null>(null);

export function useFileContext(): FileContext {
  const context = useContext(FilesContext);
  if (context === null) throw new Error('Files are shown outside of their page.');
  return context;
}
