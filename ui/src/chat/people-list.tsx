import { IconBellOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../time/relative-time.tsx';
import { moveByArrows } from '../navigation/arrow-keys.ts';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type ChatPerson, findPeople } from './chat-model.ts';
import { useInitialFocus } from '../focus/use-initial-focus.ts';
import { PersonAvatar, presenceName, usePersonLabel } from './person-avatar.tsx';
import classes from './people-list.module.css';

export interface PeopleListProps {
  /** People with conversations first, the latest first; then the others by name. */
  people: readonly ChatPerson[];
  status: 'loading' | 'ready' | 'error';
  onRetry?: (() => void) | undefined;
  onSelect: (id: string) => void;
}

function PersonLine({ person, onSelect }: { person: ChatPerson; onSelect: (id: string) => void }) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const { id, name, presence, about, muted, unread, last } = person;
  const label = usePersonLabel()(person);
  return (
    <li className={classes['item']}>
      <button
        type="button"
        className={classes['person']}
        aria-label={last === undefined ? label : `${label}. ${last.text}`}
        data-unread={(unread > 0 && !muted) || undefined}
        onClick={() => onSelect(id)}
      >
        <PersonAvatar person={person} unread />
        <span className={classes['words']}>
          <span className={classes['first']}>
            <span className={classes['name']}>{name}</span>
            {muted && <IconBellOff size={14} stroke={1.7} className={classes['muted']} />}
            {last !== undefined && (
              <span className={classes['time']}>
                <RelativeTime iso={last.at} />
              </span>
            )}
          </span>
          <span className={classes['text']}>{last?.text ?? presenceName(presence, texts, panelTexts) ?? about}</span>
        </span>
      </button>
    </li>
  );
}

function SearchField({
  query,
  onQuery,
  onEnter,
}: {
  query: string;
  onQuery: (query: string) => void;
  onEnter: () => void;
}) {
  const panelTexts = usePanelTexts();
  const focus = useInitialFocus<HTMLInputElement>('field');
  return (
    <form
      className={classes['search']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <IconSearch size={16} stroke={1.7} className={classes['lens']} />
      <input
        {...focus}
        className={classes['field']}
        type="text"
        autoComplete="off"
        aria-label={panelTexts.chatFind}
        placeholder={panelTexts.chatFind}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
    </form>
  );
}

/** All people to chat with, with a search by name. */
export function PeopleList({ people, status, onRetry, onSelect }: PeopleListProps) {
  const panelTexts = usePanelTexts();
  const [query, setQuery] = useState('');
  const matches = findPeople(people, query);
  const chats = matches.filter(({ last }) => last !== undefined);
  const others = matches.filter(({ last }) => last === undefined);
  if (status === 'loading')
    return (
      <div className={classes['loading']}>
        <ListSkeleton rows={5} />
      </div>
    );
  if (status === 'error') return <ErrorState {...(onRetry && { onRetry })} />;
  if (people.length === 0)
    return (
      <div className={classes['none']}>
        <p className={classes['none-title']}>{panelTexts.chatNone}</p>
        <p>{panelTexts.chatNoneText}</p>
      </div>
    );
  return (
    <>
      <SearchField
        query={query}
        onQuery={setQuery}
        onEnter={() => {
          if (query.trim() !== '' && matches[0] !== undefined) onSelect(matches[0].id);
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between the buttons inside */}
      <div className={classes['scroll']} onKeyDown={moveByArrows}>
        {[
          { title: panelTexts.chatConversations, members: chats },
          { title: panelTexts.chatOthers, members: others },
        ].map(
          ({ title, members }) =>
            members.length > 0 && (
              <section key={title}>
                <h3 className={classes['heading']}>{title}</h3>
                <ul className={classes['list']}>
                  {members.map((person) => (
                    <PersonLine key={person.id} person={person} onSelect={onSelect} />
                  ))}
                </ul>
              </section>
            ),
        )}
        {matches.length === 0 && (
          <output className={classes['nobody']}>{fill(panelTexts.chatNobody, { query: query.trim() })}</output>
        )}
      </div>
    </>
  );
}
