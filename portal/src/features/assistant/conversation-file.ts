import type { AssistantMessage } from '@rise/contract';
import { formatMoment } from '../../dates/moments.ts';

export interface ConversationText {
  title: string;
  messages: readonly Pick<AssistantMessage, 'role' | 'content' | 'timestamp'>[];
  /** Who speaks, and when the file was written. */
  words: { you: string; assistant: string; written: string };
  /** Address of the portal, for links to its pages. */
  origin: string;
  locale: string;
}

/** A conversation as a Markdown file. Questions are quoted as they were typed; links lead to the portal. */
export function conversationMarkdown({ title, messages, words, origin, locale }: ConversationText): string {
  const parts = messages.map(({ role, content, timestamp }) => {
    const at = timestamp === undefined ? '' : ` · ${formatMoment(timestamp, locale)}`;
    return role === 'user'
      ? `## ${words.you}${at}\n\n${escapeMarkdown(content)}`
      : `## ${words.assistant}${at}\n\n${absoluteLinks(content, origin)}`;
  });
  return [`# ${escapeMarkdown(title.replaceAll(/\s+/g, ' '))}`, `_${words.written}_`, ...parts, ''].join('\n\n');
}

/** A file name from a title: letters and digits of any language. */
export function conversationFileName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name || 'conversation'}.md`;
}

export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]|<>~&]/g, '\\$&')
    .replaceAll(/^(\s*)([#+-])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)(?=[.)])/gm, '$1\\');

const absoluteLinks = (markdown: string, origin: string): string =>
  markdown.replaceAll(/\]\((\/(?!\/)[^)\s]*)\)/g, (_, path: string) => `](${origin}${path})`);
