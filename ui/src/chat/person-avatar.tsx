import { formatInteger } from '../figures/format-figure.ts';
import { Avatar } from '../panels/avatar.tsx';
import { type ShellTexts } from '../theme/shell-english.ts';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill, type UiTexts } from '../theme/texts.ts';
import type { ChatPerson, Presence } from './chat-model.ts';
import classes from './person-avatar.module.css';

const MOST = 99;

const asPerson = ({ name, avatar }: ChatPerson) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.at(-1) ?? '', email: '', ...(avatar !== undefined && { avatar }) };
};

/** A person's picture, with a mark of whether they are there and how many messages of theirs wait. */
export function PersonAvatar({ person, unread = false }: { person: ChatPerson; unread?: boolean }) {
  const { locale } = useUi();
  const { presence, muted } = person;
  return (
    <span className={classes['avatar']}>
      <Avatar person={asPerson(person)} size={32} />
      {presence !== undefined && presence !== 'offline' && (
        <span className={classes['presence']} data-presence={presence} />
      )}
      {unread && person.unread > 0 && (
        <span className={classes['unread']} data-muted={muted || undefined} aria-hidden>
          {person.unread > MOST ? `${MOST}+` : formatInteger(person.unread, locale)}
        </span>
      )}
    </span>
  );
}

/** Undefined where nobody can know. */
export function presenceName(presence: Presence | undefined, texts: UiTexts, shell: ShellTexts): string | undefined {
  switch (presence) {
    case 'online':
      return texts.statusOnline;
    case 'away':
      return texts.statusAway;
    case 'busy':
      return texts.statusBusy;
    case 'offline':
      return shell.chatOffline;
    default:
      return undefined;
  }
}

/** All that the picture of a person shows, in words. */
export function usePersonLabel(): (person: ChatPerson) => string {
  const { locale, texts } = useUi();
  const shell = useShellTexts();
  return ({ name, presence, muted, unread }) => {
    const words = [name, presenceName(presence, texts, shell), muted ? shell.chatMuted : undefined]
      .filter((word) => word !== undefined)
      .join(', ');
    return unread === 0 ? words : fill(shell.chatUnread, { name: words, count: formatInteger(unread, locale) });
  };
}
