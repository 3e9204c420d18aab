import { Checkbox } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import { IconAlertCircleFilled, IconPaperclip, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Marked } from '../../../components/marked.tsx';
import { AppLink } from '../../../routing/link.tsx';
import { nameOf, splitAddresses } from '../addresses.rules.ts';
import { LabelDot } from '../label-dot.tsx';
import { excerptOf, type Mail, type MailLabel } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import classes from '../mailbox.module.css';

/** The time of today's mails, the date of older ones. */
function dayOrTime(date: Date, locale: string): string {
  const today = date.toDateString() === new Date().toDateString();
  const isOld = date.getFullYear() !== new Date().getFullYear();
  return new Intl.DateTimeFormat(
    locale,
    today ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', ...(isOld && ({ year: 'numeric' } as const)) },
  ).format(date);
}

interface MailRowProps {
  mail: Mail;
  labels: readonly MailLabel[];
  href: string;
  query: string;
  /** It is one of the reader's own: the recipients are shown. */
  isOwn: boolean;
  isDraft: boolean;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
  onStar: () => void;
}

export function MailRow(props: MailRowProps) {
  const { mail, labels, href, query, isOwn, isDraft, isOpen, isChosen, onChoose, onStar } = props;
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  const subject = mail.subject || t('noSubject');
  const names = splitAddresses(mail.to).map(nameOf).join(', ');
  const person = isOwn ? t('toPeople', { names: names || '…' }) : nameOf(mail.from.contact);
  const Star = mail.starred ? IconStarFilled : IconStar;
  return (
    <li className={classes['row']} data-unread={mail.unread || undefined} data-chosen={isChosen || undefined}>
      <Checkbox
        className={classes['choose']}
        size="md"
        checked={isChosen}
        aria-label={t('choose', { subject })}
        onChange={({ nativeEvent }) => onChoose((nativeEvent as unknown as MouseEvent).shiftKey)}
      />
      <AppLink still href={href} className={classes['mail']} data-record={mail.id} aria-current={isOpen || undefined}>
        <span className={classes['line']}>
          {mail.unread && <span className={classes['unread']} role="img" aria-label={t('unread')} />}
          <span className={classes['sender']}>
            {isDraft && <span className={classes['draft']}>{t('draft')} </span>}
            <Marked text={person} query={query} />
          </span>
          {mail.important && (
            <IconAlertCircleFilled size={16} className={classes['important']} role="img" aria-label={t('important')} />
          )}
          <time className={classes['date']} dateTime={mail.date} title={new Date(mail.date).toLocaleString(locale)}>
            {dayOrTime(new Date(mail.date), locale)}
          </time>
        </span>
        <span className={classes['line']}>
          <span className={classes['subject']}>
            <Marked text={subject} query={query} />
          </span>
          {labels.map(({ id, title, color }) => (
            <span key={id} className={classes['row-label']} title={title}>
              <LabelDot color={color} />
              <span className={classes['hidden']}>{title}</span>
            </span>
          ))}
          {mail.attachments.length > 0 && <IconPaperclip size={16} role="img" aria-label={t('attached')} />}
        </span>
        <span className={classes['excerpt']}>
          <Marked text={excerptOf(mail)} query={query} />
        </span>
      </AppLink>
      <button
        type="button"
        className={classes['star']}
        aria-pressed={mail.starred}
        aria-label={t('star', { subject })}
        onClick={onStar}
      >
        <Star size={18} stroke={1.7} aria-hidden />
      </button>
    </li>
  );
}
