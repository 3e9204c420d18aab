import { ASSISTANT_LIMITS, type AssistantMessage, type Language } from '@rise/contract';
import type { Passage } from '../search/passages.service.ts';
import type { MessageRow } from './assistant.sql.ts';

const LONGEST_TOPIC = 120;

const TEXTS = {
  en: {
    source: 'Source',
    sources: 'Sources',
    nothing: (topic: string) => `I found nothing about “${topic}” in the documentation and the catalogue.`,
    nothingAsked: 'Ask me about the portal, its reports or a measure, for example:',
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
    nothing: (topic: string) => `Belgelerde ve katalogda “${topic}” hakkında bir şey bulamadım.`,
    nothingAsked: 'Portal, raporları ya da bir ölçü hakkında sorun; örneğin:',
    tries: 'Şunları deneyebilirsiniz:',
    try: [
      'başka ya da daha az sözcük: bir sayfanın, raporun ya da ölçünün adı gibi',
      'üstteki arama: kişileri de bulur',
      '[belgeler](/docs/guides/getting-started)',
    ],
    examples: ['Düzeni nasıl değiştiririm?', 'Öz kaynak oranı nedir?', 'Hangi raporlar var?'],
  },
} as const;

/** Says plainly that nothing was found, and what to do; without a topic, what can be asked. */
export function abstention(topic: string, language: Language): string {
  const texts = TEXTS[language];
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  if (topic === '') return `${texts.nothingAsked}\n\n${list(texts.examples)}`;
  const about = topic.length > LONGEST_TOPIC ? `${topic.slice(0, LONGEST_TOPIC)}…` : topic;
  return `${texts.nothing(escaped(about))}\n\n${texts.tries}\n\n${list(texts.try)}`;
}

/** The passages as an answer: each under its title, quoted, with its source. */
export function quotation(passages: readonly Passage[], language: Language): string {
  const parts = passages.map((passage) => {
    const quoted = quote(passage);
    return [
      `**${escaped(passage.title)}**`,
      ...(quoted ? [quoted] : []),
      `${TEXTS[language].source}: ${citation(passage)}`,
    ];
  });
  return fitted(parts.map((lines) => lines.join('\n\n')));
}

/** Whole parts only, as many as an answer may be long. */
function fitted(parts: readonly string[]): string {
  return parts.reduce((answer, part) => {
    const longer = answer === '' ? part : `${answer}\n\n${part}`;
    return longer.length <= ASSISTANT_LIMITS.answer ? longer : answer;
  }, '');
}

/** Where a passage stands, as a link where there is one. */
export function citation({ title, within, link }: Passage): string {
  const name = escaped(within === null ? title : `${within} › ${title}`);
  return link === null ? name : `[${name}](${link.replaceAll(/[()\s<>\\]/g, encodeURIComponent)})`;
}

/** The sources alone, for an answer that names none of them. */
export function sources(passages: readonly Passage[], language: Language): string {
  return `${TEXTS[language].sources}: ${passages.map(citation).join(' · ')}`;
}

function quote({ excerpt, markdown }: Passage): string {
  const lines = (markdown ? excerpt : escaped(excerpt)).split('\n');
  return excerpt === '' ? '' : lines.map((line) => `> ${line}`.trim()).join('\n');
}

/** Words of people, shown as they are: none of their marks is markdown. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]|<>~&]/g, '\\$&')
    .replaceAll(/^(\s*)([#+-])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)(?=[.)])/gm, '$1\\');
}

/** A conversation as the contract tells it. */
export function told(rows: readonly MessageRow[]): AssistantMessage[] {
  return rows.map(({ role, content, place, createdAt }) => ({
    role,
    content,
    index: place,
    timestamp: createdAt.toISOString(),
  }));
}
