import type { LocalizedText } from '@rise/contract';

/** Quotes a text for YAML: every JSON string is valid YAML. */
export const quoted = (text: string): string => JSON.stringify(text);

export const localized = ({ en, tr }: LocalizedText): string =>
  `{ en: ${quoted(en)}${tr === undefined ? '' : `, tr: ${quoted(tr)}`} }`;

const WIDTH = 118;

/** Wraps a long comment; `lead` is the indentation and '#'. */
export function wrapped(lead: string, text: string): string[] {
  const indent = `${lead.slice(0, lead.indexOf('#'))}#   `;
  const lines: string[] = [];
  let line = lead;
  for (const word of text.replace(/\s+/g, ' ').split(' ')) {
    if (line.length + word.length > WIDTH && line.trim() !== '#') {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
