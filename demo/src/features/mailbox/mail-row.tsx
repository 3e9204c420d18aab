import { useUiContext } from '@rise/ui';
import { IconAlertCircleFilled, IconPaperclip, IconStarFilled } from '@tabler/icons-react';
import type { CallResult } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

export type Mail = NonNullable<CallResult<'GET /api/apps/mailbox/mail'>>;

/** The name in "Name <address>". */
export const nameOf = (contact: string) => contact.split('<')[0]!.trim() || contact;

/** The time of today's mails, the date of older ones. */
function dayOrTime(date: Date, locale: string): string {
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, today ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' }).format(
    date,
  );
}

export function MailRow({ mail, href, open }: { mail: Mail; href: string; open: boolean }) {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  return (
    <AppLink
      still
      href={href}
      className={classes['mail']}
      data-record={mail.id}
      data-unread={mail.unread || undefined}
      aria-current={open || undefined}
    >
      <span className={classes['line']}>
        <span className={classes['sender']}>{nameOf(mail.from.contact)}</span>
        {mail.unread && <span className={classes['unread']} role="img" aria-label={t('unread')} />}
        {mail.important && (
          <IconAlertCircleFilled size={16} className={classes['important']} role="img" aria-label={t('important')} />
        )}
        <time className={classes['date']} dateTime={mail.date}>
          {dayOrTime(new Date(mail.date), locale)}
        </time>
      </span>
      <span className={classes['line']}>
        <span className={classes['subject']}>{mail.subject || t('noSubject')}</span>
        {mail.attachments.length > 0 && <IconPaperclip size={16} role="img" aria-label={t('attached')} />}
        {mail.starred && (
          <IconStarFilled size={16} className={classes['starred']} role="img" aria-label={t('starred')} />
        )}
      </span>
      <span className={classes['excerpt']}>{mail.content.replaceAll(/\s+/g, ' ')}</span>
    </AppLink>
  );
}
