import { escapeHtml } from '../kernel/text/html.ts';
import type { Language } from '@rise/contract';

/** A picture within a mail, with its title and what its colors mean. */
export interface PictureBlock {
  readonly title: string;
  /** The attachment's, and its size in pixels; null where there is nothing to see, which a note says. */
  readonly picture: {
    readonly contentId: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Colors as '#rrggbb'. */
  readonly key: readonly { readonly color: string; readonly text: string }[];
  readonly notes: readonly string[];
}

/** A block of a mail: our own text, a list of facts, a person's text, a table, a picture, or a link. */
export type Block =
  | PictureBlock
  | { readonly paragraph: string }
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly quote: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly link: string; readonly url: URL };

/** A mail's content, before it is rendered as text and HTML. */
export interface MailDocument {
  readonly language: Language;
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders a mail as text and as HTML. The only place where values are escaped. */
export function writeMail({ language, subject, blocks }: MailDocument): MailText {
  const title = oneLine(subject);
  return {
    subject: title,
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      '<body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1f2933;max-width:40em">',
      ...blocks.map(htmlOf),
      '</body></html>',
    ].join('\n'),
  };
}

/** A single-line text for a header or a fact: line ends and unprintable characters become spaces. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function textOf(block: Block): string {
  if ('picture' in block) {
    const key = block.key.flatMap(({ text }) => (text === '' ? [] : [text])).join('; ');
    return [block.title, ...(block.picture ? [block.picture.alt] : []), key, ...block.notes]
      .filter((line) => line !== '')
      .map(oneLine)
      .join('\n');
  }
  if ('paragraph' in block) return block.paragraph;
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n');
  if ('link' in block) return `${block.link}:\n${block.url.href}`;
  if ('rows' in block) {
    const [, ...heads] = block.head;
    return block.rows
      .map(([title = '', ...values]) => {
        const named = values.map((value, place) => (place === 0 ? value : value && `${heads[place]}: ${value}`));
        return oneLine(`${title}: ${named.filter((value) => value !== '').join('; ')}`);
      })
      .join('\n');
  }
  return lines(block.quote)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function htmlOf(block: Block): string {
  if ('picture' in block) return htmlOfPicture(block);
  if ('paragraph' in block) return `<p>${escapeHtml(block.paragraph)}</p>`;
  if ('facts' in block) {
    const rows = block.facts.map(
      ([label, value]) =>
        `<tr><th align="left" valign="top">${escapeHtml(label)}&nbsp;</th><td>${escapeHtml(oneLine(value))}</td></tr>`,
    );
    return `<table cellpadding="2">${rows.join('')}</table>`;
  }
  if ('link' in block) return `<p><a href="${escapeHtml(block.url.href)}">${escapeHtml(block.link)}</a></p>`;
  if ('rows' in block) {
    const row = (cells: readonly string[], tag: 'td' | 'th') =>
      `<tr>${cells.map((cell, place) => `<${tag} align="${place === 1 ? 'right' : 'left'}" valign="top">${escapeHtml(oneLine(cell))}</${tag}>`).join('')}</tr>`;
    return `<table cellpadding="4">${row(block.head, 'th')}${block.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
  }
  const quoted = lines(block.quote).map(escapeHtml).join('<br>');
  return `<blockquote style="margin:0;padding-left:1em;border-left:3px solid #cbd2d9">${quoted}</blockquote>`;
}

const COLOR = /^#[\da-f]{6}$/i;

/** Programs that show no pictures show the text instead; the key is text in any case. */
function htmlOfPicture({ title, picture, key, notes }: PictureBlock): string {
  const image =
    picture &&
    `<img src="cid:${escapeHtml(picture.contentId)}" alt="${escapeHtml(oneLine(picture.alt))}" width="${picture.width}" height="${picture.height}" style="display:block;max-width:100%;height:auto">`;
  const entries = key.map(({ color, text }) => {
    const sign = COLOR.test(color) ? `<span style="color:${color}">&#9632;</span>` : '';
    return `<span style="white-space:nowrap">${sign} ${escapeHtml(oneLine(text))}</span>`;
  });
  const small = (html: string) => `<p style="margin:4px 0;font-size:13px;color:#52606d">${html}</p>`;
  return [
    `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(oneLine(title))}</h2>`,
    ...(image === null ? [] : [image]),
    ...(entries.length > 0 ? [small(entries.join(' &nbsp; '))] : []),
    ...notes.map((note) => small(escapeHtml(oneLine(note)))),
  ].join('');
}

function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
