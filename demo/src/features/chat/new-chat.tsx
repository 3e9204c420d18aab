import { Button, Checkbox, TextInput } from '@mantine/core';
import { EmptyState } from '@rise/ui';
import { fold } from '@rise/contract/fold';
import { IconUsersPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { useContacts } from '../../conversations/chat.queries.ts';
import { useChatActs } from './use-chat-acts.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

const ROW = 56;

/** The people to write to: one, or several with a title for their group. */
export function NewChat({ isGroup, onGroup }: { isGroup: boolean; onGroup: () => void }) {
  const t = useChatTexts();
  const { start, startGroup } = useChatActs();
  const { data: contacts = [] } = useContacts();
  const [query, setQuery] = useState('');
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  // The button that opened it has gone.
  useEffect(() => {
    if (isGroup) titleField.current?.focus();
  }, [isGroup]);
  const people = contacts.filter(({ name }) => fold(name).includes(fold(query.trim())));
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const create = () => {
    setChecked(true);
    if (title.trim() !== '' && chosen.length > 0) void startGroup(title.trim(), chosen);
  };
  return (
    <div className={classes['new']}>
      {isGroup && (
        <TextInput
          ref={titleField}
          data-autofocus
          label={t('groupTitle')}
          maxLength={60}
          error={isChecked && title.trim() === '' && t('needsTitle')}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      )}
      <TextInput
        data-autofocus={!isGroup || undefined}
        type="search"
        aria-label={t('findPeople')}
        placeholder={t('findPeople')}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {!isGroup && (
        <Button variant="default" leftSection={<IconUsersPlus size={16} />} onClick={onGroup}>
          {t('newGroup')}
        </Button>
      )}
      {people.length === 0 ? (
        <EmptyState art="search" title={t('noPeople')} />
      ) : (
        <People people={people}>
          {isGroup
            ? ({ id, name, avatar }) => (
                <Checkbox
                  className={classes['person']}
                  classNames={{ body: classes['choice'] ?? '' }}
                  label={
                    <span className={classes['member']}>
                      <Avatar name={name} picture={avatar} size={36} />
                      {name}
                    </span>
                  }
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                />
              )
            : (person) => <PersonButton person={person} onClick={() => void start(person.id)} />}
        </People>
      )}
      {isGroup && (
        <>
          {isChecked && chosen.length === 0 && <p className={classes['problem']}>{t('needsPeople')}</p>}
          <Button onClick={create}>
            {chosen.length === 0 ? t('createGroupOfNone') : t('createGroup', { count: chosen.length })}
          </Button>
        </>
      )}
    </div>
  );
}

type Person = NonNullable<ReturnType<typeof useContacts>['data']>[number];

function PersonButton({ person: { name, avatar, about }, onClick }: { person: Person; onClick: () => void }) {
  return (
    <button type="button" className={classes['person']} onClick={onClick}>
      <Avatar name={name} picture={avatar} size={36} />
      <span className={classes['words']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['last']}>{about}</span>
      </span>
    </button>
  );
}

/** Only the people in view are drawn. */
function People({ people, children }: { people: readonly Person[]; children: (person: Person) => ReactNode }) {
  const t = useChatTexts();
  const scroll = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const list = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 6,
    initialRect: { width: 400, height: 480 },
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
    <div ref={scroll} className={classes['people']} tabIndex={0} role="group" aria-label={t('people')}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => (
          <li key={key} style={{ transform: `translateY(${start}px)`, height: ROW }}>
            {children(people[index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
