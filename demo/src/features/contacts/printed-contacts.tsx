import { useDemoQuery } from '../../client/queries.ts';
import { Printed } from '../../components/printed.tsx';
import type { Contact } from './contact.ts';
import { ContactFacts } from './contact-view.tsx';
import { useContactsTexts } from './contacts.texts.ts';

/** On paper: the open contact with its details, else all that the list shows, also those that are not drawn. */
export function PrintedContacts({ open, shown }: { open: Contact | null; shown: readonly Contact[] }) {
  const t = useContactsTexts();
  const { data: countries = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  const codes = new Map(countries.map(({ iso, code }) => [iso, code]));
  return (
    <Printed>
      {() =>
        open ? (
          <>
            <h1>{open.name}</h1>
            <ContactFacts contact={open} />
          </>
        ) : (
          <>
            <h1>{t('title')}</h1>
            <table>
              <thead>
                <tr>
                  <th>{t('name')}</th>
                  <th>{t('company')}</th>
                  <th>{t('emails')}</th>
                  <th>{t('phones')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ id, name, title, company, emails, phoneNumbers }) => (
                  <tr key={id}>
                    <td>{name}</td>
                    <td>{[title, company].filter(Boolean).join(', ')}</td>
                    <td>
                      {emails.map(({ email }) => (
                        <div key={email}>{email}</div>
                      ))}
                    </td>
                    <td>
                      {phoneNumbers.map(({ country, phoneNumber }) => (
                        <div key={phoneNumber}>{`${codes.get(country) ?? ''} ${phoneNumber}`}</div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </Printed>
  );
}
