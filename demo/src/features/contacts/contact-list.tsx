import { useUiContext } from '@rise/ui';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { groupBy } from '../../components/group-by.ts';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Contact } from './contact.ts';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

/** From so many contacts on, only those in view are drawn. */
const DRAW_ALL_BELOW = 150;
const ROW_HEIGHT = 61;
const LETTER_HEIGHT = 30;

interface ContactListProps {
  contacts: readonly Contact[];
  query: string;
  open: string | undefined;
  hrefOf: (id: string) => string;
}

/** Contacts under their initial letters. */
export function ContactList(props: ContactListProps) {
  const t = useContactsTexts();
  const { locale } = useUiContext();
  const { contacts } = props;
  const letters = useMemo(
    () => groupBy(contacts, ({ name }) => ([...name.trim()][0] ?? '').toLocaleUpperCase(locale)),
    [contacts, locale],
  );
  if (contacts.length >= DRAW_ALL_BELOW) return <LongList {...props} letters={letters} />;
  return (
    <div className={classes['letters']} role="group" aria-label={t('list')}>
      {letters.map(([letter, people]) => (
        <section key={letter} aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`} className={classes['letter']}>
            {letter}
          </h2>
          <ul className={classes['people']}>
            {people.map((contact) => (
              <li key={contact.id}>
                <ContactRow {...rowOf(props, contact)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const rowOf = ({ query, open, hrefOf }: ContactListProps, contact: Contact) => ({
  contact,
  query,
  href: hrefOf(contact.id),
  isOpen: contact.id === open,
});

function LongList(props: ContactListProps & { letters: readonly (readonly [string, readonly Contact[]])[] }) {
  const t = useContactsTexts();
  const { letters, open } = props;
  const items = useMemo(() => letters.flatMap(([letter, people]) => [letter, ...people]), [letters]);
  const list = useRef<HTMLUListElement>(null);
  const [start, setStart] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setStart(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (typeof items[index] === 'string' ? LETTER_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => {
      const item = items[index]!;
      return typeof item === 'string' ? item : item.id;
    },
    overscan: 8,
    scrollMargin: start,
  });
  // The open one is in view when the list is opened at it.
  const at = items.findIndex((item) => typeof item !== 'string' && item.id === open);
  const shown = useRef(false);
  useLayoutEffect(() => {
    if (shown.current || at < 0 || start === 0) return;
    shown.current = true;
    virtualizer.scrollToIndex(at, { align: 'center' });
  }, [at, start, virtualizer]);
  return (
    <ul
      ref={list}
      className={classes['letters']}
      data-long
      aria-label={t('list')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start: top }) => {
        const item = items[index]!;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${top - start}px)` }}
          >
            {typeof item === 'string' ? (
              <h2 className={classes['letter']}>{item}</h2>
            ) : (
              <ContactRow {...rowOf(props, item)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ContactRowProps {
  contact: Contact;
  query: string;
  href: string;
  isOpen: boolean;
}

const ContactRow = memo(function ContactRow({ contact, query, href, isOpen }: ContactRowProps) {
  const { id, name, avatar, title, company } = contact;
  return (
    <AppLink still className={classes['person']} href={href} data-record={id} aria-current={isOpen || undefined}>
      <Avatar name={name} picture={avatar} />
      <span className={classes['words']}>
        <span className={classes['name']}>
          <Marked text={name} query={query} />
        </span>
        <span className={classes['role']}>
          <Marked text={[title, company].filter(Boolean).join(' · ')} query={query} />
        </span>
      </span>
    </AppLink>
  );
});
