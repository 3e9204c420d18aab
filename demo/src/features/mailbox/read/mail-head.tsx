import { Popover, UnstyledButton } from '@mantine/core';
import { DetailList, useUiContext } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useDemoQuery } from '../../../client/queries.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { nameOf, recipientsOf, splitAddresses } from '../addresses.rules.ts';
import type { Mail } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import classes from '../mailbox.module.css';

/** Who wrote a mail, to whom and when; a button shows all addresses. */
export function MailHead({ mail }: { mail: Mail }) {
  const t = useMailboxTexts();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const [isOpen, setOpen] = useState(false);
  const people = [...splitAddresses(mail.to), ...mail.cc, ...mail.bcc];
  const { isMe, first, others } = recipientsOf(people, user?.email ?? '');
  const summary =
    people.length === 0
      ? t('toNobody')
      : others === 0
        ? t(isMe ? 'toMe' : 'toName', { name: first })
        : t(isMe ? 'toMeAnd' : 'toNameAnd', { name: first, count: others });
  // Escape closes the addresses, and not the mail as well: neither the panel nor the drawer that it is in.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
  };
  const keepsEscape = { 'data-mantine-stop-propagation': isOpen || undefined };
  return (
    <div className={classes['from']}>
      <Avatar name={nameOf(mail.from.contact)} picture={mail.from.avatar} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button in it has the focus */}
      <div className={classes['from-words']} onKeyDown={onKeyDown}>
        <p className={classes['from-name']}>{nameOf(mail.from.contact)}</p>
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          width="min(440px, calc(100vw - 48px))"
          withinPortal={false}
          trapFocus
          returnFocus
          closeOnEscape={false}
        >
          <Popover.Target>
            <UnstyledButton
              {...keepsEscape}
              className={classes['summary']}
              aria-label={t('allAddresses', { summary })}
              onClick={() => setOpen(!isOpen)}
            >
              {summary}
              <IconChevronDown size={14} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown {...keepsEscape} className={classes['addresses'] ?? ''} tabIndex={-1} data-autofocus>
            <Addresses mail={mail} />
          </Popover.Dropdown>
        </Popover>
      </div>
      <span className={classes['when']}>
        <RelativeTime iso={mail.date} />
      </span>
    </div>
  );
}

/** Who wrote a mail, to whom, when and about what. */
export function Addresses({ mail }: { mail: Mail }) {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(mail.date));
  const lines = [
    [t('from'), [mail.from.contact]],
    [t('to'), splitAddresses(mail.to)],
    [t('cc'), mail.cc],
    [t('bcc'), mail.bcc],
    [t('date'), [when]],
    [t('subject'), [mail.subject]],
  ] as const;
  return (
    <DetailList
      items={lines.flatMap(([name, values]) => (values.length > 0 ? [{ name, value: values.join(', ') }] : []))}
    />
  );
}
