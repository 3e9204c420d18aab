import type { RatedMessage } from '@rise/contract';
import { placeFigures } from '@rise/contract/placed-figures';
import { useFigure } from '@rise/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { figuresQuery, readingQuery } from './figure-answer.queries.ts';
import { figureMarkdown } from './figure-markdown.rules.ts';
import { cellText, figureOf, shownColumns } from './figure-rows.rules.ts';

/**
 * Writes the answers of a conversation for a file: figures with all their rows, as they are now and as the page shows
 * them. What cannot be computed now is as it was stored.
 */
export function useFileMessages(): (messages: readonly RatedMessage[]) => Promise<RatedMessage[]> {
  const { t, i18n } = useTranslation();
  const figure = useFigure();
  const localize = useLocalize();
  const cache = useQueryClient();
  const language = i18n.language === 'tr' ? 'tr' : 'en';
  const words = { t, language, figure, localize };
  const write = async ({ question, query, passages, sentence }: NonNullable<RatedMessage['data']>) => {
    if (query === null) return null;
    const reading = await cache.fetchQuery(readingQuery(question, query, language));
    const result = await cache.fetchQuery(figuresQuery(query));
    const columns = shownColumns(result, localize);
    const lead =
      sentence === undefined
        ? null
        : placeFigures(sentence, result, (value, column) => {
            const shown = columns.find(({ name }) => name === column.name);
            if (column.role !== 'dimension' && column.format) return figure(figureOf(value), column.format);
            return shown ? cellText(value, shown, reading, words) : '';
          });
    return [lead, figureMarkdown(reading, result, words), passages]
      .filter((text) => text !== null && text !== '')
      .join('\n\n');
  };
  return async (messages) => {
    const written: RatedMessage[] = [];
    // One after the other: a conversation may have fifty answers.
    for (const message of messages) {
      const content = message.data ? await write(message.data).catch(() => null) : null;
      written.push(content === null ? message : { ...message, content });
    }
    return written;
  };
}
