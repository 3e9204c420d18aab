import { escapeHtml } from '../kernel/text/html.ts';

interface Content {
  readonly text: string;
  readonly html: string;
  /** Address of the page on which the recipient unsubscribes. */
  readonly unsubscribe: string | null;
}

interface Picture {
  readonly contentId: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Nothing is loaded, run or sent, and links lead nowhere where popups are not allowed. */
const HEAD = `<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"><meta name="referrer" content="no-referrer">`;

/**
 * A mail as others than its recipient see it: with its pictures within, and without the link that unsubscribes the
 * recipient, which is theirs alone.
 */
export function preview(
  { text, html, unsubscribe }: Content,
  pictures: readonly Picture[],
): Omit<Content, 'unsubscribe'> {
  const hidden = (from: string, address: string) => (unsubscribe === null ? from : from.replaceAll(address, '#'));
  let shown = hidden(html, escapeHtml(unsubscribe ?? ''));
  for (const { contentId, contentType, content } of pictures)
    shown = shown.replaceAll(`"cid:${contentId}"`, `"data:${contentType};base64,${content.toString('base64')}"`);
  return { text: hidden(text, unsubscribe ?? ''), html: shown.replace('<head>', `<head>${HEAD}`) };
}
