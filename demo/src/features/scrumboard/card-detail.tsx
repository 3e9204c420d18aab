import { DetailList, DetailSection, useUiContext } from '@rise/ui';
import { IconClock } from '@tabler/icons-react';
import type { CallResult } from '../../client/client.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './scrumboard.module.css';

export type Card = NonNullable<CallResult<'GET /api/apps/scrumboard/board'>>['lists'][number]['cards'][number];
/** A card with its list's title. */
export type PlacedCard = Card & { readonly list: string };

export function CardDetail({ record: card }: { record: PlacedCard }) {
  const t = useScrumboardTexts();
  return (
    <div className={classes['detail']}>
      <DetailList
        items={[
          { name: t('inList'), value: card.list },
          ...(card.dueDate ? [{ name: t('due'), value: <DueDay iso={card.dueDate} /> }] : []),
          ...(card.labels.length > 0 ? [{ name: t('labels'), value: <Labels labels={card.labels} /> }] : []),
        ]}
      />
      {card.description && (
        <DetailSection title={t('description')}>
          <p className={classes['text']}>{card.description}</p>
        </DetailSection>
      )}
    </div>
  );
}

export function Labels({ labels }: Pick<Card, 'labels'>) {
  const t = useScrumboardTexts();
  if (labels.length === 0) return null;
  return (
    <ul className={classes['labels']} aria-label={t('labels')}>
      {labels.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

/** Overdue dates are marked by text as well as color. */
export function DueDay({ iso }: { iso: string }) {
  const t = useScrumboardTexts();
  const { locale } = useUiContext();
  const isOverdue = isPast(iso);
  return (
    <p className={classes['due']} data-late={isOverdue || undefined}>
      <IconClock size={15} stroke={1.8} aria-hidden />
      <time dateTime={iso}>
        {new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(iso))}
        {isOverdue && ` · ${t('overdue')}`}
      </time>
    </p>
  );
}

const isPast = (iso: string) => new Date(iso).setHours(23, 59, 59) < Date.now();
