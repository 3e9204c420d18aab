import { Avatar } from '../../components/avatar.tsx';
import type { Member } from './board.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './people.module.css';

/** Overlapping pictures of people; beyond `most` of them, how many more there are. */
export function People({ people, size, most = 5 }: { people: readonly Member[]; size: number; most?: number }) {
  const t = useScrumboardTexts();
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(', ');
  return (
    <span className={classes['people']} role="img" aria-label={t('membersOf', { names })} title={names}>
      {people.slice(0, most).map(({ id, name, avatar }) => (
        <Avatar key={id} name={name} picture={avatar} size={size} />
      ))}
      {people.length > most && (
        <span className={classes['others']} style={{ width: size, height: size }} aria-hidden>
          +{people.length - most}
        </span>
      )}
    </span>
  );
}
