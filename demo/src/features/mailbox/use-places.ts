import { useDemoQuery } from '../../client/queries.ts';

export interface Place {
  readonly kind: 'folder' | 'filter' | 'label';
  readonly slug: string;
  readonly title: string;
  readonly href: string;
  /** What waits there; 0 where nothing is counted. */
  readonly count: number;
  /** Of a folder or filter. */
  readonly icon?: string;
  /** Of a label. */
  readonly colour?: string;
}

/** Everything that a list of mails can be asked by, once all of it is there. */
export function usePlaces(): readonly Place[] | undefined {
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
      colour: color,
      count: 0,
      href: `/apps/mailbox/label/${slug}/1`,
    })),
  ];
}
