import { formatDate, DetailList, DetailSection, useUiContext } from '@rise/ui';
import { Avatar } from '../../components/avatar.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { AppLink } from '../../routing/link.tsx';
import { type Chat, useContacts } from '../../conversations/chat.queries.ts';
import { SharedThings } from './shared-things.tsx';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

/** Everything about the contact of a chat, or the people of a group, and what was shared. */
export function ContactPanel({ chat }: { chat: Chat }) {
  const { contact } = chat;
  const t = useChatTexts();
  const { locale } = useUiContext();
  const { data: people = [] } = useContacts();
  const { name, avatar, about, details, members } = contact;
  const { emails, phoneNumbers, title, company, birthday, address } = details;
  const items = [
    ...emails.map(({ email, label }) => ({
      name: label ? t('emailOf', { label }) : t('email'),
      value: <a href={`mailto:${email}`}>{email}</a>,
    })),
    ...phoneNumbers.map((number) => ({
      name: number.label ? t('phoneOf', { label: number.label }) : t('phone'),
      value: <PhoneLink number={number} />,
    })),
    ...(title ? [{ name: t('jobTitle'), value: title }] : []),
    ...(company ? [{ name: t('company'), value: company }] : []),
    ...(birthday ? [{ name: t('birthday'), value: formatDate(birthday, locale, 'long') }] : []),
    ...(address ? [{ name: t('address'), value: address }] : []),
  ];
  return (
    <>
      <div className={classes['portrait']}>
        <Avatar name={name} picture={avatar} size={96} />
        <p>{about}</p>
        {!members && <AppLink href={`/apps/contacts/${encodeURIComponent(contact.id)}`}>{t('openContact')}</AppLink>}
      </div>
      {members && (
        <DetailSection title={t('members')}>
          <ul className={classes['plain']}>
            {members.map((id) => (
              <li key={id}>
                <AppLink href={`/apps/contacts/${encodeURIComponent(id)}`}>
                  {people.find((person) => person.id === id)?.name ?? t('formerContact')}
                </AppLink>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {items.length > 0 && (
        <DetailSection title={t('contactDetails')}>
          <DetailList items={items} />
        </DetailSection>
      )}
      <SharedThings chat={chat} />
    </>
  );
}
