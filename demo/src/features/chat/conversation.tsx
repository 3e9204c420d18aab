import { formatDate, useUiContext } from '@rise/ui';
import type { CallResult } from '../../client/client.ts';
import { groupBy } from '../../components/group-by.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

export type Chat = CallResult<'GET /api/apps/chat/chats'>[number];

/** A conversation, grouped by day. */
export function Conversation({ record: { contact, messages } }: { record: Chat }) {
  const t = useChatTexts();
  const { locale } = useUiContext();
  if (messages.length === 0) return <p className={classes['empty']}>{t('empty')}</p>;
  const days = groupBy(messages, ({ createdAt }) => formatDate(createdAt, locale, 'long'));
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  return days.map(([day, lines]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes['day']}>{day}</h3>
      <ol className={classes['lines']}>
        {lines.map(({ id, value, createdAt, isMine }) => (
          <li key={id} className={classes['message']} data-mine={isMine || undefined}>
            <span className={classes['visuallyHidden']}>{isMine ? t('you') : contact.name}</span>
            <p className={classes['bubble']}>{value}</p>
            <time className={classes['time']} dateTime={createdAt}>
              {time.format(new Date(createdAt))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  ));
}
