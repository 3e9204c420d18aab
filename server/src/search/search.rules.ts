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
import type { FoundRow } from './search.sql.ts';
import type { ShelfItem } from './shelf.ts';

const LABELS: Readonly<Record<SearchSetId, LocalizedText>> = {
  pages: { en: 'Pages', tr: 'Sayfalar' },
  reports: { en: 'Reports', tr: 'Raporlar' },
  data: { en: 'Datasets and measures', tr: 'Veri kümeleri ve ölçüler' },
  documentation: { en: 'Documentation', tr: 'Belgeler' },
  announcements: { en: 'Announcements', tr: 'Duyurular' },
  people: { en: 'People', tr: 'Kişiler' },
};
const LONGEST_DETAIL = 160;

/** Something found, before it is told in a language. */
export type Found = Pick<ShelfItem, 'id' | 'title' | 'detail' | 'link'> & {
  readonly set: string;
  readonly icon: IconName | null;
};

/** A tenant's entry; data that has no page of its own is seen in a report that shows it. */
export function foundOf(row: FoundRow): Found {
  const { kind, id, title, detail, link, shownAt } = row;
  return {
    set: kind,
    id,
    title,
    detail,
    link: link ?? seenAt(id, shownAt),
    icon: ICONS.find((icon) => icon === row.icon) ?? null,
  };
}

/** Where data is seen: in a report, and a measure by its explanation there. */
export function seenAt(id: string, report: string | null): string | null {
  const [, measure] = id.split('.');
  return report && measure ? `${report}?about=${measure}` : report;
}

/** What was found, each set's best first, as sets in their order and in the reader's language; empty ones are left out. */
export function tellSets(found: readonly Found[], query: string, language: Language): SearchSet[] {
  return SEARCH_SETS.flatMap((id) => {
    const own = found.filter(({ set }) => set === id).slice(0, MOST_RESULTS);
    const results = own.map((one) => told(one, query, language));
    return results.length > 0 ? [{ id, label: LABELS[id], results }] : [];
  });
}

function told({ id, title, detail, link, icon }: Found, query: string, language: Language): SearchResult {
  const text = localize(title, language);
  return {
    id,
    title: text,
    detail: detail && shortened(localize(detail, language)),
    link: link === null || typeof link === 'string' ? link : localize(link, language),
    icon,
    highlights: highlights(text, query),
  };
}

/** Cut between words, so that one line can hold it. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_DETAIL) return line;
  return `${line.slice(0, LONGEST_DETAIL).replace(/\s*\S*$/, '') || line.slice(0, LONGEST_DETAIL)}…`;
}
