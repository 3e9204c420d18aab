import { Tooltip } from '@mantine/core';
import type { PresentPerson } from '@rise/contract';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { colorOf, initialsOf } from './presence.rules.ts';
import classes from './presence.module.css';

/** Avatars beyond these are a number; the names of all are beside them. */
const MOST = 5;

interface PresentPeopleProps {
  people: readonly PresentPerson[];
  /** The title of a tile; null where it is gone. */
  titleOf: (tile: string) => string | null;
}

/** Who else is in the builder, as initials; their names stand in the bar, for those who do not point at them, too. */
export function PresentPeople({ people, titleOf }: PresentPeopleProps) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  const shown = people.slice(0, MOST);
  return (
    <span className={classes.people} aria-hidden>
      {shown.map((person) => {
        const title = person.tile === null ? null : titleOf(person.tile);
        const label = title === null ? person.name : t('builder.presence.onTile', { name: person.name, title });
        return (
          <Tooltip key={person.account} label={label}>
            <span className={classes.avatar} style={{ '--person': colorOf(person) } as CSSProperties}>
              {initialsOf(person.name)}
            </span>
          </Tooltip>
        );
      })}
      {people.length > MOST && <span className={classes.more}>+{people.length - MOST}</span>}
    </span>
  );
}

/** The names of those who have selected a tile, at its ring. */
export function TilePeople({ people }: { people: readonly PresentPerson[] }) {
  const [one] = people;
  if (!one) return null;
  return (
    <span className={classes.flag} style={{ '--person': colorOf(one) } as CSSProperties} aria-hidden>
      {people.map(({ name }) => name).join(', ')}
    </span>
  );
}
