import { DetailSection, Notice, useUiContext } from '@rise/ui';
import { IconDownload, IconFileText, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { type Mail, nameOf } from './mail-row.tsx';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

/** One mail; showing it marks it as read. */
export function MailDetail({ record: mail }: { record: Mail }) {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  const { data: labels = [] } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  const change = useDemoCall('PATCH /api/apps/mailbox/mail');
  const { id, unread, starred } = mail;
  const { mutate } = change;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (!unread || seen.current === id) return;
    seen.current = id;
    mutate({ body: { id, mail: { unread: false } } });
  }, [mutate, id, unread]);
  const mailLabels = labels.filter((label) => mail.labels.includes(label.id));
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const lines = [
    [t('to'), [mail.to]],
    [t('cc'), mail.cc],
    [t('bcc'), mail.bcc],
  ] as const;
  const Star = starred ? IconStarFilled : IconStar;
  return (
    <>
      {change.isError && <Notice tone="negative">{t('failed')}</Notice>}
      {mailLabels.length > 0 && (
        <ul className={classes['labels']} aria-label={t('labels')}>
          {mailLabels.map((label) => (
            <li key={label.id}>
              <span className={classes['dot']} style={{ background: label.color }} aria-hidden />
              {label.title}
            </li>
          ))}
        </ul>
      )}
      <div className={classes['from']}>
        <Avatar name={nameOf(mail.from.contact)} picture={mail.from.avatar} />
        <div className={classes['from-words']}>
          <p className={classes['from-name']}>{mail.from.contact}</p>
          {lines.map(
            ([name, people]) =>
              people.length > 0 &&
              people[0] !== '' && (
                <p key={name} className={classes['to']}>
                  {name}: {people.join(', ')}
                </p>
              ),
          )}
          <time className={classes['to']} dateTime={mail.date}>
            {when.format(new Date(mail.date))}
          </time>
        </div>
        <button
          type="button"
          className={classes['star']}
          aria-pressed={starred}
          aria-label={t('star', { subject: mail.subject || t('noSubject') })}
          onClick={() => mutate({ body: { id, mail: { starred: !starred } } })}
        >
          <Star size={20} stroke={1.7} aria-hidden />
        </button>
      </div>
      <p className={classes['content']}>{mail.content}</p>
      {mail.attachments.length > 0 && (
        <DetailSection title={t('attachments')}>
          <ul className={classes['files']}>
            {mail.attachments.map((file) => (
              <File key={file.name} file={file} />
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  );
}

function File({ file: { name, size, preview, downloadUrl } }: { file: Mail['attachments'][number] }) {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  const output = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, size / 1024),
  );
  return (
    <li>
      <a
        className={classes['file']}
        href={downloadUrl}
        download={name}
        aria-label={t('download', { name, size: output })}
      >
        {preview ? (
          <img className={classes['preview']} src={preview} alt="" />
        ) : (
          <span className={classes['preview']}>
            <IconFileText size={20} aria-hidden />
          </span>
        )}
        <span className={classes['file-words']}>
          <span className={classes['file-name']}>{name}</span>
          <span className={classes['to']}>{output}</span>
        </span>
        <IconDownload size={18} stroke={1.6} aria-hidden />
      </a>
    </li>
  );
}
