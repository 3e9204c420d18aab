import { useDemoQuery } from '../../client/queries.ts';

export interface MailView {
  readonly kind: 'folder' | 'filter' | 'label';
  readonly slug: string;
  readonly title: string;
  readonly href: string;
  /** Number of mails to show; 0 for none. */
  readonly count: number;
  /** Of a folder or filter. */
  readonly icon?: string;
  /** Of a label. */
  readonly color?: string;
}

/** All folders, filters and labels; undefined while loading. */
export function useMailViews(): readonly MailView[] | undefined {
  const { data: folders } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/folders');
  const { data: filters } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/filters');
  const { data: labels } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  if (!folders || !filters || !labels) return undefined;
  return [
    ...folders.map(({ slug, title, icon, count }) => ({
      kind: 'folder' as const,
      slug,
      title,
      icon,
      count,
      href: `/apps/mailbox/${slug}/1`,
    })),
    ...filters.map(({ slug, title, icon }) => ({
      kind: 'filter' as const,
      slug,
      title,
      icon,
      count: 0,
      href: `/apps/mailbox/filter/${slug}/1`,
    })),
    ...labels.map(({ slug, title, color }) => ({
      kind: 'label' as const,
      slug,
      title,
      color: color,
      count: 0,
      href: `/apps/mailbox/label/${slug}/1`,
    })),
  ];
}
