import filters from './data/filters.json';
import folders from './data/folders.json';

export type FolderSlug = 'inbox' | 'sent' | 'drafts' | 'archive' | 'spam' | 'trash';
interface Folder {
  readonly id: string;
  readonly slug: FolderSlug;
  readonly icon: FolderIcon;
  readonly title: { readonly en: string; readonly tr: string };
}
type FolderIcon = 'inbox' | 'send' | 'draft' | 'archive' | 'spam' | 'trash';
interface Filter {
  readonly id: string;
  readonly slug: 'starred' | 'important';
  readonly icon: 'star' | 'important';
  readonly title: { readonly en: string; readonly tr: string };
}

/** Folder ids are stored with every mail and must never change. */
export const FOLDERS = folders as readonly Folder[];

/** Each filter has the name of the boolean mail field it selects by. */
export const FILTERS = filters as readonly Filter[];

export function folderId(slug: FolderSlug): string {
  return FOLDERS.find((folder) => folder.slug === slug)!.id;
}
