import { Tooltip } from '@mantine/core';
import { moveByArrows } from '../navigation/arrow-keys.ts';
import type { ChatPerson } from './chat-model.ts';
import { PersonAvatar, usePersonLabel } from './person-avatar.tsx';
import classes from './quick-chat.module.css';

/** Maximum number of people shown; others are found by search. */
const MOST = 30;

/** The people in the rail. One tab stop; arrows move between them. */
export function PeopleStrip({
  people,
  selected,
  onChoose,
}: {
  people: readonly ChatPerson[];
  selected: string | null;
  onChoose: (id: string) => void;
}) {
  const label = usePersonLabel();
  const shown = people.slice(0, MOST);
  const stop = shown.some(({ id }) => id === selected) ? selected : shown[0]?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the buttons inside
    <ul className={classes['people']} onKeyDown={moveByArrows}>
      {shown.map((person) => (
        <li key={person.id}>
          <Tooltip label={person.name} position="left" disabled={person.id === selected}>
            <button
              type="button"
              className={classes['person']}
              aria-label={label(person)}
              aria-pressed={person.id === selected}
              tabIndex={person.id === stop ? 0 : -1}
              onClick={() => onChoose(person.id)}
            >
              <PersonAvatar person={person} unread />
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
