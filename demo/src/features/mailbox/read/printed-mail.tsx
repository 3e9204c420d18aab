import { Printed } from '../../../components/printed.tsx';
import type { Mail } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { MailBody } from './mail-body.tsx';
import { Addresses } from './mail-head.tsx';

/** A mail on paper: subject, all addresses, what it says, and the names of its files. */
export function PrintedMail({ mail }: { mail: Mail }) {
  const t = useMailboxTexts();
  return (
    <Printed>
      {() => (
        <>
          <h1>{mail.subject || t('noSubject')}</h1>
          <Addresses mail={mail} />
          <hr />
          <MailBody mail={mail} />
          {mail.attachments.length > 0 && (
            <p>
              {t('attachments')}: {mail.attachments.map(({ name }) => name).join(', ')}
            </p>
          )}
        </>
      )}
    </Printed>
  );
}
