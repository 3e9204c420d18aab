import { formatInteger } from '../figures/format-figure.ts';
import { Avatar } from '../people/avatar.tsx';
import { type PanelTexts, usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill, type UiTexts } from '../texts/ui-texts.ts';
import type { ChatPerson, Presence } from './chat-model.ts';
import classes from './person-avatar.module.css';

const MOST = 99;

const asPerson = ({ name, avatar }: ChatPerson) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.at(-1) ?? '', email: '', ...(avatar !== undefined && { avatar }) };
};

/** A person's picture with presence and number of unread messages. */
export function PersonAvatar({ person, unread = false }: { person: ChatPerson; unread?: boolean }) {
  const { locale } = useUiContext();
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

/** Undefined where unknown. */
export function presenceName(
  presence: Presence | undefined,
  texts: UiTexts,
  panelTexts: PanelTexts,
): string | undefined {
  switch (presence) {
    case 'online':
      return texts.statusOnline;
    case 'away':
      return texts.statusAway;
    case 'busy':
      return texts.statusBusy;
    case 'offline':
      return panelTexts.chatOffline;
    default:
      return undefined;
  }
}

/** Label of a person's picture: name, presence, muted, unread. */
export function usePersonLabel(): (person: ChatPerson) => string {
  const { locale, texts } = useUiContext();
  const panelTexts = usePanelTexts();
  return ({ name, presence, muted, unread }) => {
    const parts = [name, presenceName(presence, texts, panelTexts), muted ? panelTexts.chatMuted : undefined]
      .filter((word) => word !== undefined)
      .join(', ');
    return unread === 0 ? parts : fill(panelTexts.chatUnread, { name: parts, count: formatInteger(unread, locale) });
  };
}
