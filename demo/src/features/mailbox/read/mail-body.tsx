import { SafeHtml } from '../../../html/safe-html.tsx';
import type { Mail } from '../mail.ts';
import classes from '../mailbox.module.css';

/** What a mail says. */
export function MailBody({ mail: { html, content } }: { mail: Mail }) {
  return html ? (
    <SafeHtml className={classes['formatted']} html={html} />
  ) : (
    <p className={classes['content']}>{content}</p>
  );
}
