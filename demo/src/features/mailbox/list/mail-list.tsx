import { Button, Checkbox } from '@mantine/core';
import { useDemoQuery } from '../../../client/queries.ts';
import { Pager } from '../../../components/pager.tsx';
import { MailActions } from '../mail-actions.tsx';
import type { Mail, MailPage } from '../mail.ts';
import { useMailActs } from '../use-mail-acts.ts';
import { useMailFolders } from '../use-mail-folders.ts';
import type { MailboxAddress } from '../use-mailbox-address.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { MailRow } from './mail-row.tsx';
import type { Choice } from './use-choice.ts';
import classes from '../mailbox.module.css';

interface MailListProps {
  data: MailPage;
  address: MailboxAddress;
  isStale: boolean;
  choice: Choice;
  openId: string | undefined;
}

/** A page of mails under a bar that chooses all, or has what is done to the chosen ones. */
export function MailList({ data: { mails, pagination }, address, isStale, choice, openId }: MailListProps) {
  const t = useMailboxTexts();
  const acts = useMailActs();
  const { slugOf, kindOf } = useMailFolders();
  const { data: labels = [] } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  // One in the trash goes back to the drafts before it is written on.
  const isEditable = (mail: Mail) => slugOf(mail) === 'drafts';
  const chosen = mails.filter(({ id }) => choice.has(id));
  return (
    <div className={classes['column']} aria-busy={isStale}>
      <div className={classes['bar']}>
        <Checkbox
          size="md"
          checked={chosen.length === mails.length}
          indeterminate={chosen.length > 0 && chosen.length < mails.length}
          aria-label={t('chooseAll')}
          onChange={() => choice.set(chosen.length === mails.length ? [] : mails.map(({ id }) => id))}
        />
        <span role="status" className={classes['bar-text']}>
          {chosen.length > 0 && t('chosen', { count: chosen.length })}
        </span>
        {chosen.length > 0 && <MailActions mails={chosen} onGone={() => choice.set([])} />}
        {chosen.length === 0 && address.slug === 'trash' && address.query === '' && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={acts.emptyTrash}>
            {t('emptyTrash')}
          </Button>
        )}
      </div>
      <ul className={classes['rows']} aria-label={t('mails')}>
        {mails.map((mail) => (
          <MailRow
            key={mail.id}
            mail={mail}
            labels={labels.filter(({ id }) => mail.labels.includes(id))}
            href={isEditable(mail) ? address.composeHref(mail.id) : address.hrefOf(mail.id)}
            query={address.query}
            isOwn={kindOf(mail) !== 'received'}
            isDraft={kindOf(mail) === 'draft'}
            isOpen={mail.id === openId}
            isChosen={choice.has(mail.id)}
            onChoose={(isRange) => choice.toggle(mail.id, isRange ? mails.map(({ id }) => id) : undefined)}
            onStar={() => acts.setStarred([mail], !mail.starred)}
          />
        ))}
      </ul>
      {'totalResults' in pagination && (
        <Pager
          first={pagination.startIndex + 1}
          last={pagination.endIndex + 1}
          total={pagination.totalResults}
          {...(address.page > 1 && { previous: address.pageHref(address.page - 1) })}
          {...(address.page < pagination.lastPage && { next: address.pageHref(address.page + 1) })}
        />
      )}
    </div>
  );
}
