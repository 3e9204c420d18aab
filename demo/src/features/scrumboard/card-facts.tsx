import { useUiContext } from '@rise/ui';
import { IconAlignLeft, IconClock, IconListCheck, IconMessage } from '@tabler/icons-react';
import { type Card, isOverdue, type Label, type Member } from './board.ts';
import { People } from './people.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './card-facts.module.css';
import colors from './colors.module.css';

/** Colors of labels and covers. */
export const COLORS = 8;

interface LabelsProps {
  labels: readonly Label[];
  /** All labels of the board: a label's color is by its place among them. */
  all: readonly Label[];
}

export function Labels({ labels, all }: LabelsProps) {
  const t = useScrumboardTexts();
  if (labels.length === 0) return null;
  return (
    <ul className={classes['labels']} aria-label={t('labels')}>
      {labels.map(({ id, title }) => (
        <li
          key={id}
          className={colors['colored']}
          data-color={(all.findIndex((label) => label.id === id) % COLORS) + 1}
        >
          {title}
        </li>
      ))}
    </ul>
  );
}

interface DayFormats {
  readonly short: Intl.DateTimeFormat;
  readonly long: Intl.DateTimeFormat;
}
/** By locale: creating a format takes much longer than using it. */
const formats = new Map<string, DayFormats>();

function formatsOf(locale: string): DayFormats {
  const known = formats.get(locale);
  if (known) return known;
  const created = {
    short: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
    long: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
  };
  formats.set(locale, created);
  return created;
}

/** Overdue dates are marked by text as well as color. */
export function DueDay({ card }: { card: Pick<Card, 'dueDate'> }) {
  const t = useScrumboardTexts();
  const { locale } = useUiContext();
  if (card.dueDate === null) return null;
  const date = new Date(card.dueDate);
  const overdue = isOverdue(card);
  const { short, long } = formatsOf(locale);
  return (
    <span className={classes['fact']} data-late={overdue || undefined} title={t('dueOn', { date: long.format(date) })}>
      <IconClock size={15} stroke={1.8} aria-hidden />
      <time dateTime={card.dueDate}>
        {short.format(date)}
        {overdue && ` · ${t('overdue')}`}
      </time>
    </span>
  );
}

/** What a card has, in one row: due day, description, steps, comments, members. */
export function CardFacts({ card, members }: { card: Card; members: ReadonlyMap<string, Member> }) {
  const t = useScrumboardTexts();
  const { description, checklist, comments } = card;
  const people = card.members.flatMap((id) => members.get(id) ?? []);
  const done = checklist.filter(({ completed }) => completed).length;
  const isPlain = !card.dueDate && !description && checklist.length + comments.length + people.length === 0;
  if (isPlain) return null;
  return (
    <div className={classes['facts']}>
      <DueDay card={card} />
      {description && (
        <span className={classes['fact']}>
          <IconAlignLeft size={15} stroke={1.8} role="img" aria-label={t('description')} />
        </span>
      )}
      {checklist.length > 0 && (
        <span className={classes['fact']} data-done={done === checklist.length || undefined}>
          <IconListCheck
            size={15}
            stroke={1.8}
            role="img"
            aria-label={t('stepsDone', { done, total: checklist.length })}
          />
          <span aria-hidden>
            {done}/{checklist.length}
          </span>
        </span>
      )}
      {comments.length > 0 && (
        <span className={classes['fact']}>
          <IconMessage size={15} stroke={1.8} role="img" aria-label={t('commentCount', { count: comments.length })} />
          <span aria-hidden>{comments.length}</span>
        </span>
      )}
      {people.length > 0 && (
        <span className={classes['members']}>
          <People people={people} size={22} />
        </span>
      )}
    </div>
  );
}
