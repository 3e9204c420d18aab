import { EmptyState, ListSkeleton, Page, PageHeader, useUiContext } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { groupBy } from '../../components/group-by.ts';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import { type Contact, ContactDetail } from './contact-detail.tsx';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

/** All contacts by initial letter, with one contact next to the list. */
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
        <QueryContent query={contacts} fallback={<ListSkeleton rows={8} />}>
          {(all) => <Letters contacts={results(all, query)} query={query} open={open?.id} hrefOf={address.hrefOf} />}
        </QueryContent>
      </ListWithDetail>
    </Page>
  );
}

const results = (contacts: readonly Contact[], query: string) =>
  query.trim() === '' ? contacts : contacts.filter(({ name }) => findMatches(name, query).length > 0);

interface LettersProps {
  contacts: readonly Contact[];
  query: string;
  open: string | undefined;
  hrefOf: (id: string) => string;
}

function Letters({ contacts, query, open, hrefOf }: LettersProps) {
  const t = useContactsTexts();
  const { locale } = useUiContext();
  if (contacts.length === 0)
    return query === '' ? (
      <EmptyState art="list" title={t('none')} text={t('noneText')} />
    ) : (
      <EmptyState art="search" title={t('nobody')} text={t('nobodyText', { query })} />
    );
  const letterOf = ({ name }: Contact) => ([...name.trim()][0] ?? '').toLocaleUpperCase(locale);
  const letters = groupBy(contacts, letterOf);
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
                  <Avatar name={contact.name} picture={contact.avatar} />
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
