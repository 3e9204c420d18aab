import {
  ICONS,
  localize,
  MOST_RESULTS,
  SEARCH_SETS,
  type IconName,
  type Language,
  type LocalizedText,
  type SearchResult,
  type SearchSet,
  type SearchSetId,
} from '@rise/contract';
import { highlights } from './highlights.ts';
import type { SearchItem } from './memory-index.ts';
import type { EntryRow } from './search.sql.ts';

export const SET_LABELS: Readonly<Record<SearchSetId, LocalizedText>> = {
  pages: { en: 'Pages', tr: 'Sayfalar' },
  tenants: { en: 'Organizations', tr: 'Kurumlar' },
  reports: { en: 'Reports', tr: 'Raporlar' },
  data: { en: 'Datasets and measures', tr: 'Veri kümeleri ve göstergeler' },
  documentation: { en: 'Documentation', tr: 'Belgeler' },
  announcements: { en: 'Announcements', tr: 'Duyurular' },
  people: { en: 'People', tr: 'Kişiler' },
};
const MAX_DETAIL_LENGTH = 160;

/** A result before a language is chosen. */
export type Hit = Pick<SearchItem, 'id' | 'title' | 'detail' | 'link'> & {
  readonly set: string;
  readonly icon: IconName | null;
};

/** A tenant's entry; data has no page of its own and links to a report that shows it. */
export function toHit(row: EntryRow): Hit {
  const { kind, id, title, detail, link, shownAt } = row;
  return {
    set: kind,
    id,
    title,
    detail,
    link: link ?? linkInReport(id, shownAt),
    icon: ICONS.find((icon) => icon === row.icon) ?? null,
  };
}

/** The link to data in a report; a measure links to its explanation there. */
export function linkInReport(id: string, report: string | null): string | null {
  const [, measure] = id.split('.');
  return report && measure ? `${report}?about=${measure}` : report;
}

/** Hits as sets in their order, in the reader's language; empty sets are left out. */
export function toSets(hits: readonly Hit[], query: string, language: Language): SearchSet[] {
  return SEARCH_SETS.flatMap((id) => {
    const results = hits
      .filter(({ set }) => set === id)
      .slice(0, MOST_RESULTS)
      .map((hit) => toResult(hit, query, language));
    return results.length > 0 ? [{ id, label: localize(SET_LABELS[id], language), results }] : [];
  });
}

function toResult({ id, title, detail, link, icon }: Hit, query: string, language: Language): SearchResult {
  const text = localize(title, language);
  return {
    id,
    title: text,
    detail: detail && shorten(localize(detail, language)),
    link: link === null || typeof link === 'string' ? link : localize(link, language),
    icon,
    highlights: highlights(text, query),
  };
}

/** Truncates between words, so that it fits one line. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DETAIL_LENGTH) return line;
  return `${line.slice(0, MAX_DETAIL_LENGTH).replace(/\s*\S*$/, '') || line.slice(0, MAX_DETAIL_LENGTH)}…`;
}
