import { useMemo } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { useMailboxTexts } from './mailbox.texts.ts';
import { ALL, type ViewKind } from './use-mailbox-address.ts';

export interface MailView {
  readonly kind: ViewKind;
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
  const t = useMailboxTexts();
  const { data: folders } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/folders');
  const { data: filters } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/filters');
  const { data: labels } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  return useMemo(() => {
    if (!folders || !filters || !labels) return undefined;
    const folder = (slug: string, title: string, icon: string, count: number): MailView => ({
      kind: 'folder',
      slug,
      title,
      icon,
      count,
      href: `/apps/mailbox/${slug}/1`,
    });
    return [
      ...folders.map(({ slug, title, icon, count }) => folder(slug, title, icon, count)),
      folder(ALL, t('allMail'), ALL, 0),
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
        color,
        count: 0,
        href: `/apps/mailbox/label/${slug}/1`,
      })),
    ];
  }, [folders, filters, labels, t]);
}
