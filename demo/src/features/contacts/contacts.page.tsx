import { EmptyState, ListSkeleton, Page, PageHeader, useUi } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { Answered } from '../../reading/answered.tsx';
import { Face } from '../../reading/face.tsx';
import { grouped } from '../../reading/grouped.ts';
import { ListWithDetail } from '../../reading/list-with-detail.tsx';
import { SearchField } from '../../reading/search-field.tsx';
import { useRecord, useRecordAddress } from '../../reading/use-record.ts';
import { useAddress } from '../../routing/address.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { matches } from '../../simulation/match.ts';
import { type Contact, ContactDetail } from './contact-detail.tsx';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

/** Everybody by name under their letters, and one of them beside the list. */
export default function ContactsPage() {
  const t = useContactsTexts();
  const { search } = useAddress();
  const contacts = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  const address = useRecordAddress('/apps/contacts');
  const open = useRecord(contacts.data, address);
  usePageTitle(open?.name);
  const query = search['q'] ?? '';
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        {...(contacts.data && { count: contacts.data.length })}
        actions={<SearchField label={t('search')} className={classes['search']} />}
      />
      <ListWithDetail record={open} titleOf={({ name }) => name} listHref={address.listHref} Detail={ContactDetail}>
        <Answered query={contacts} meanwhile={<ListSkeleton rows={8} />}>
          {(all) => <Letters contacts={found(all, query)} query={query} open={open?.id} hrefOf={address.hrefOf} />}
        </Answered>
      </ListWithDetail>
    </Page>
  );
}

const found = (contacts: readonly Contact[], query: string) =>
  query.trim() === '' ? contacts : contacts.filter(({ name }) => matches(name, query).length > 0);

interface LettersProps {
  contacts: readonly Contact[];
  query: string;
  open: string | undefined;
  hrefOf: (id: string) => string;
}

function Letters({ contacts, query, open, hrefOf }: LettersProps) {
  const t = useContactsTexts();
  const { locale } = useUi();
  if (contacts.length === 0)
    return query === '' ? (
      <EmptyState art="list" title={t('none')} text={t('noneText')} />
    ) : (
      <EmptyState art="search" title={t('nobody')} text={t('nobodyText', { query })} />
    );
  const letterOf = ({ name }: Contact) => ([...name.trim()][0] ?? '').toLocaleUpperCase(locale);
  const letters = grouped(contacts, letterOf);
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
                <AppLink
                  still
                  className={classes['person']}
                  href={hrefOf(contact.id)}
                  data-record={contact.id}
                  aria-current={contact.id === open || undefined}
                >
                  <Face name={contact.name} picture={contact.avatar} />
                  <span className={classes['words']}>
                    <span className={classes['name']}>{contact.name}</span>
                    <span className={classes['role']}>
                      {[contact.title, contact.company].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
