import { ASSISTANT_LIMITS, type AssistantMessage, type Language } from '@rise/contract';
import type { Passage } from '../search/passages.service.ts';
import type { MessageRow } from './assistant.sql.ts';

const MAX_TOPIC_LENGTH = 120;

const TEXTS = {
  en: {
    source: 'Source',
    sources: 'Sources',
    usedUp: 'Your organization has used up its language model for this month, so here are the passages themselves.',
    nothing: (topic: string) => `I found nothing about “${topic}” in the documentation and the catalog.`,
    askPrompt: 'Ask me about the portal, its reports or a measure, for example:',
    tries: 'What you can try:',
    try: [
      'other or fewer words, such as the name of a page, a report or a measure',
      'the search at the top: it also finds people',
      'the [documentation](/docs/guides/getting-started)',
    ],
    examples: ['How do I change the layout?', 'What is the net worth ratio?', 'Which reports are there?'],
  },
  tr: {
    source: 'Kaynak',
    sources: 'Kaynaklar',
    usedUp: 'Kurumunuzun bu ayki dil modeli hakkı doldu; bu yüzden bölümlerin kendisini görüyorsunuz.',
    nothing: (topic: string) => `Belgelerde ve katalogda “${topic}” hakkında sonuç bulamadım.`,
    askPrompt: 'Portal, raporlar ya da bir gösterge hakkında soru sorun. Örneğin:',
    tries: 'Şunları deneyebilirsiniz:',
    try: [
      'başka ya da daha az sözcük: bir sayfanın, raporun ya da göstergenin adı gibi',
      'üstteki arama; kişileri de bulur',
      '[belgeler](/docs/guides/getting-started)',
    ],
    examples: ['Düzeni nasıl değiştiririm?', 'Öz kaynak oranı nedir?', 'Hangi raporlar var?'],
  },
} as const;

/** Says that nothing was found and what to try; for a question without a topic, what can be asked. */
export function noAnswerText(topic: string, language: Language): string {
  const texts = TEXTS[language];
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  if (topic === '') return `${texts.askPrompt}\n\n${list(texts.examples)}`;
  const about = topic.length > MAX_TOPIC_LENGTH ? `${topic.slice(0, MAX_TOPIC_LENGTH)}…` : topic;
  return `${texts.nothing(escapeMarkdown(about))}\n\n${texts.tries}\n\n${list(texts.try)}`;
}

/** Says why an answer is quotations although there is a language model. */
export const usedUpText = (language: Language): string => TEXTS[language].usedUp;

/** An answer of quoted passages, each with its title and source, after a note if there is one. */
export function quotePassages(passages: readonly Passage[], language: Language, note = ''): string {
  const parts = passages.map((passage) => {
    const quote = quoteExcerpt(passage);
    return [
      `**${escapeMarkdown(passage.title)}**`,
      ...(quote ? [quote] : []),
      `${TEXTS[language].source}: ${citePassage(passage)}`,
    ];
  });
  return joinWithinLimit([...(note ? [`_${note}_`] : []), ...parts.map((lines) => lines.join('\n\n'))]);
}

/** As many parts as fit an answer's limit. */
function joinWithinLimit(parts: readonly string[]): string {
  return parts.reduce((answer, part) => {
    const longer = answer === '' ? part : `${answer}\n\n${part}`;
    return longer.length <= ASSISTANT_LIMITS.answer ? longer : answer;
  }, '');
}

/** A passage's title, as a link where there is one. */
export function citePassage({ title, within, link }: Passage): string {
  const name = escapeMarkdown(within === null ? title : `${within} › ${title}`);
  return link === null ? name : `[${name}](${link.replaceAll(/[()\s<>\\]/g, encodeURIComponent)})`;
}

/** The list of sources, for an answer that cites none. */
export function sourceList(passages: readonly Passage[], language: Language): string {
  return `${TEXTS[language].sources}: ${passages.map(citePassage).join(' · ')}`;
}

function quoteExcerpt({ excerpt, markdown }: Passage): string {
  const lines = (markdown ? excerpt : escapeMarkdown(excerpt)).split('\n');
  return excerpt === '' ? '' : lines.map((line) => `> ${line}`.trim()).join('\n');
}

/** What is shown as a link although it is none in the text. */
const ADDRESSES = /((?:https?:\/\/|www\.)[^\s]*)/i;

/** Escapes text written by users, so that none of it is read as Markdown; addresses are shown as code, not as links. */
export function escapeMarkdown(text: string): string {
  return text
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 0 ? escapeMarks(part) : `\`${part.replaceAll(/[`|\\]/g, '')}\``))
    .join('');
}

const escapeMarks = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]|<>~&]/g, '\\$&')
    .replaceAll(/^(\s*)([#+-])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)(?=[.)])/gm, '$1\\');

export function toMessages(rows: readonly MessageRow[]): AssistantMessage[] {
  return rows.map(({ role, content, place, createdAt, data }) => ({
    role,
    content,
    index: place,
    timestamp: createdAt.toISOString(),
    ...(data && { data }),
  }));
}
