import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowBackUpDouble, IconArrowForwardUp, IconPencil } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDemoQuery } from '../../../client/queries.ts';
import { composeReply } from '../compose/compose-request.ts';
import { LabelDot } from '../label-dot.tsx';
import { MailActions } from '../mail-actions.tsx';
import type { Mail } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { useMailActs } from '../use-mail-acts.ts';
import { useMailboxAddress } from '../use-mailbox-address.ts';
import { useMailFolders } from '../use-mail-folders.ts';
import { MailBody } from './mail-body.tsx';
import { MailFiles } from './mail-files.tsx';
import { MailHead } from './mail-head.tsx';
import { PrintedMail } from './printed-mail.tsx';
import classes from '../mailbox.module.css';

/** One mail; showing it marks it as read. */
export function MailDetail({ record: mail }: { record: Mail }) {
  const t = useMailboxTexts();
  const router = useRouter();
  const { listHref } = useMailboxAddress();
  const { data: labels = [] } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  const mailLabels = labels.filter((label) => mail.labels.includes(label.id));
  useMarkRead(mail);
  const toList = () => void router.navigate({ href: listHref, resetScroll: false });
  return (
    <>
      <MailActions mails={[mail]} onGone={toList} onUnread={toList} onPrint={() => window.print()} />
      {mailLabels.length > 0 && (
        <ul className={classes['labels']} aria-label={t('labels')}>
          {mailLabels.map((label) => (
            <li key={label.id}>
              <LabelDot color={label.color} />
              {label.title}
            </li>
          ))}
        </ul>
      )}
      <MailHead mail={mail} />
      <MailBody mail={mail} />
      <MailFiles files={mail.attachments} />
      <Replies mail={mail} />
      <PrintedMail mail={mail} />
    </>
  );
}

/** Once for each opening: a mail that is then marked as unread stays so. */
function useMarkRead(mail: Mail) {
  const { setRead } = useMailActs();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current === mail.id) return;
    seen.current = mail.id;
    if (mail.unread) setRead([mail], true);
  });
}

function Replies({ mail }: { mail: Mail }) {
  const t = useMailboxTexts();
  const router = useRouter();
  const { slugOf, kindOf } = useMailFolders();
  const { composeHref } = useMailboxAddress();
  const open = (request: string) => () => void router.navigate({ href: composeHref(request), resetScroll: false });
  if (slugOf(mail) === 'drafts')
    return (
      <div className={classes['replies']}>
        <Button leftSection={<IconPencil size={16} />} onClick={open(mail.id)}>
          {t('editDraft')}
        </Button>
      </div>
    );
  // It goes back to the drafts first.
  if (kindOf(mail) === 'draft') return null;
  return (
    <div className={classes['replies']}>
      <Button
        leftSection={<IconArrowBackUp size={16} />}
        aria-keyshortcuts="r"
        onClick={open(composeReply('reply', mail.id))}
      >
        {t('reply')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowBackUpDouble size={16} />}
        aria-keyshortcuts="a"
        onClick={open(composeReply('reply-all', mail.id))}
      >
        {t('replyAll')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowForwardUp size={16} />}
        aria-keyshortcuts="f"
        onClick={open(composeReply('forward', mail.id))}
      >
        {t('forward')}
      </Button>
    </div>
  );
}
