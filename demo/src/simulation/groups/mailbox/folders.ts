/** The six folders. Their ids are stored with every mail, and never change. */
export const FOLDERS = [
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0001',
    slug: 'inbox',
    icon: 'inbox',
    title: { en: 'Inbox', tr: 'Gelen kutusu' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0002',
    slug: 'sent',
    icon: 'send',
    title: { en: 'Sent', tr: 'Gönderilenler' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0003',
    slug: 'drafts',
    icon: 'draft',
    title: { en: 'Drafts', tr: 'Taslaklar' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0004',
    slug: 'archive',
    icon: 'archive',
    title: { en: 'Archive', tr: 'Arşiv' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0005',
    slug: 'spam',
    icon: 'spam',
    title: { en: 'Spam', tr: 'İstenmeyenler' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0006',
    slug: 'trash',
    icon: 'trash',
    title: { en: 'Trash', tr: 'Çöp kutusu' },
  },
] as const;
export type FolderSlug = (typeof FOLDERS)[number]['slug'];

/** Each filter is called by the boolean field of a mail that it asks for. */
export const FILTERS = [
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0011',
    slug: 'starred',
    icon: 'star',
    title: { en: 'Starred', tr: 'Yıldızlı' },
  },
  {
    id: '7c3f1d52-0f0e-4c86-9a5b-6f1f6a1d0012',
    slug: 'important',
    icon: 'important',
    title: { en: 'Important', tr: 'Önemli' },
  },
] as const;

export function folderId(slug: FolderSlug): string {
  return FOLDERS.find((folder) => folder.slug === slug)!.id;
}
