import { Button } from '@mantine/core';
import { formatDate, useUiContext } from '@rise/ui';
import {
  IconBriefcase,
  IconBuilding,
  IconCake,
  IconMail,
  IconMapPin,
  IconNotes,
  IconPencil,
  IconPhone,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import type { Contact } from './contact.ts';
import { useContactsTexts } from './contacts.texts.ts';
import { useContactActs } from './use-contact-acts.ts';
import classes from './contacts.module.css';

/** A contact's details; empty fields are left out. */
export function ContactView({ contact }: { contact: Contact }) {
  const t = useContactsTexts();
  const { edit, remove } = useContactActs();
  const { data: tags = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/tags');
  const contactTags = tags.filter(({ id }) => contact.tags.includes(id));
  return (
    <>
      <div
        className={classes['cover']}
        style={contact.background ? { backgroundImage: `url("${contact.background}")` } : undefined}
      />
      <div className={classes['top']}>
        <div className={classes['portrait']}>
          <Avatar name={contact.name} picture={contact.avatar} size={96} />
        </div>
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => edit(true)}>
          {t('edit')}
        </Button>
      </div>
      {contactTags.length > 0 && (
        <ul className={classes['tags']} aria-label={t('tags')}>
          {contactTags.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
      <ContactFacts contact={contact} />
      <div className={classes['acts']}>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(contact)}>
          {t('remove')}
        </Button>
      </div>
    </>
  );
}

/** What is known of a contact. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const t = useContactsTexts();
  const { locale } = useUiContext();
  const { data: countries = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  const countryOf = (iso: string) => countries.find((country) => country.iso === iso);
  return (
    <dl className={classes['facts']}>
      {contact.title && (
        <Fact icon={IconBriefcase} name={t('role')}>
          {contact.title}
        </Fact>
      )}
      {contact.company && (
        <Fact icon={IconBuilding} name={t('company')}>
          {contact.company}
        </Fact>
      )}
      {contact.emails.length > 0 && (
        <Fact icon={IconMail} name={t('emails')}>
          {contact.emails.map(({ email, label }) => (
            <span key={email} className={classes['way']}>
              <a href={`mailto:${email}`}>{email}</a>
              <span className={classes['label']}>{label}</span>
            </span>
          ))}
        </Fact>
      )}
      {contact.phoneNumbers.length > 0 && (
        <Fact icon={IconPhone} name={t('phones')}>
          {contact.phoneNumbers.map(({ country, phoneNumber, label }) => (
            <span key={phoneNumber} className={classes['way']}>
              <PhoneLink number={{ country, phoneNumber }} className={classes['number']} />
              {/* Not its flag: some systems have no letters for flags. */}
              <span className={classes['label']}>{[label, countryOf(country)?.name].filter(Boolean).join(' · ')}</span>
            </span>
          ))}
        </Fact>
      )}
      {contact.address && (
        <Fact icon={IconMapPin} name={t('address')}>
          {contact.address}
        </Fact>
      )}
      {contact.birthday && (
        <Fact icon={IconCake} name={t('birthday')}>
          {formatDate(contact.birthday.slice(0, 10), locale, 'long')}
        </Fact>
      )}
      {contact.notes && (
        <Fact icon={IconNotes} name={t('notes')}>
          <SafeHtml html={contact.notes} className={classes['notes']} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon: Picture, name, children }: { icon: Icon; name: string; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>
        <Picture size={18} stroke={1.6} aria-hidden />
        <span className={classes['fact-name']}>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
