import { csvCell, type CsvDelimiter } from '@rise/contract/csv-cell';
import type { Language, ListedAuditRecord } from '@rise/contract';

interface Line extends ListedAuditRecord {
  readonly requestId: string | null;
  /** JSON. */
  readonly details: string;
}

/** The columns: actions, ways and outcomes as the API names them, times in UTC, so that programs can read the file. */
const COLUMNS: readonly { en: string; tr: string; value: (line: Line) => string | null }[] = [
  { en: 'Record', tr: 'Kayıt', value: ({ id }) => String(id) },
  { en: 'Time (UTC)', tr: 'Zaman (UTC)', value: ({ at }) => at },
  { en: 'Name', tr: 'Ad', value: ({ actor }) => actor?.name ?? null },
  { en: 'Email', tr: 'E-posta', value: ({ actor }) => actor?.email ?? null },
  { en: 'Account', tr: 'Hesap', value: ({ actor }) => actor?.id ?? null },
  { en: 'Via', tr: 'Yol', value: ({ via }) => via },
  { en: 'Viewed as', tr: 'Yetkileri kullanılan', value: ({ viewedAs }) => viewedAs?.email ?? viewedAs?.id ?? null },
  { en: 'Action', tr: 'İşlem', value: ({ action }) => action },
  { en: 'Outcome', tr: 'Sonuç', value: ({ outcome }) => outcome },
  { en: 'Target', tr: 'Hedef', value: ({ target }) => target },
  { en: 'Target name', tr: 'Hedefin adı', value: ({ targetName }) => targetName },
  { en: 'Address', tr: 'Adres', value: ({ address }) => address },
  { en: 'Request', tr: 'İstek', value: ({ requestId }) => requestId },
  { en: 'Details', tr: 'Ayrıntılar', value: ({ details }) => details },
];

const delimiterOf = (language: Language): CsvDelimiter => (language === 'tr' ? ';' : ',');
const lineOf = (cells: readonly string[], language: Language): string =>
  `${cells.map((cell) => csvCell(cell, delimiterOf(language))).join(delimiterOf(language))}\r\n`;

/** With a byte order mark, by which spreadsheets recognize UTF-8. */
export const csvHead = (language: Language): string =>
  `\uFEFF${lineOf(
    COLUMNS.map((column) => column[language]),
    language,
  )}`;

export const csvLine = (line: Line, language: Language): string =>
  lineOf(
    COLUMNS.map(({ value }) => value(line) ?? ''),
    language,
  );

export const csvName = (now: Date): string => `audit-${now.toISOString().slice(0, 10)}.csv`;
