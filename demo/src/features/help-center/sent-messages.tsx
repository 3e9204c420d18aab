import { ListSkeleton } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconChevronDown } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import classes from './help-center.module.css';
import support from './support.module.css';

/** The messages that were sent to support, newest first; each opens in place. */
export function SentMessages() {
  const t = useHelpTexts();
  const messages = useDemoQuery('helpCenter', 'GET /api/apps/help-center/support/messages');
  return (
    <section aria-labelledby="sent">
      <h2 id="sent" className={classes['heading']}>
        {t('sentMessages')}
      </h2>
      <QueryContent query={messages} fallback={<ListSkeleton rows={2} />}>
        {(sent) =>
          sent.length === 0 ? (
            <p className={classes['count']}>{t('nothingSent')}</p>
          ) : (
            <div className={classes['list']}>
              {sent.map(({ id, subject, message, name, email, sentAt }) => (
                <details key={id} className={classes['faq']}>
                  <summary>
                    <span className={support['subject']}>{subject}</span>
                    <span className={support['sent']}>
                      <RelativeTime iso={sentAt} />
                    </span>
                    <IconChevronDown size={18} aria-hidden />
                  </summary>
                  <p>{t('from', { name, email })}</p>
                  <p className={support['message']}>{message}</p>
                </details>
              ))}
            </div>
          )
        }
      </QueryContent>
    </section>
  );
}
