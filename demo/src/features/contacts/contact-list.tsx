import { useMediaQuery } from '@mantine/hooks';
import { useUiContext } from '@rise/ui';
import { memo, useMemo } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { groupBy } from '../../components/group-by.ts';
import { Marked } from '../../components/marked.tsx';
import { DRAWN_WHOLE_BELOW, WindowList } from '../../components/window-list.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Contact } from './contact.ts';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

const ROW_HEIGHT = 61;
const LETTER_HEIGHT = 30;
const TOOLBAR_HEIGHT = 64;

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
  if (contacts.length >= DRAWN_WHOLE_BELOW) return <LongList {...props} letters={letters} />;
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

type Letters = (readonly [string, readonly Contact[]])[];

function LongList(props: ContactListProps & { letters: Letters }) {
  const t = useContactsTexts();
  const { letters, open } = props;
  const isPhone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const items = useMemo(() => letters.flatMap(([letter, people]) => [letter, ...people]), [letters]);
  const letterOf = useMemo(
    () => new Map(letters.flatMap(([letter, people]) => [letter, ...people].map((item) => [item, letter] as const))),
    [letters],
  );
  return (
    <WindowList<string | Contact>
      label={t('list')}
      items={items}
      keyOf={(item) => (typeof item === 'string' ? item : item.id)}
      heightOf={(item) => (typeof item === 'string' ? LETTER_HEIGHT : ROW_HEIGHT)}
      shownFirst={open}
      className={classes['letters']}
      renderHeading={(first) => <p className={classes['letter']}>{letterOf.get(first)}</p>}
      covered={isPhone ? 0 : TOOLBAR_HEIGHT}
    >
      {(item) =>
        typeof item === 'string' ? (
          <h2 className={classes['letter']}>{item}</h2>
        ) : (
          <ContactRow {...rowOf(props, item)} />
        )
      }
    </WindowList>
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
