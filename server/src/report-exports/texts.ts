import type { Language } from '@rise/contract';

/** Rows whose average has no balance of the year before. Days are 'YYYY-MM-DD'. */
interface PeriodEnd {
  readonly date: string;
  readonly prior: string;
  readonly without: number;
  readonly rows: number;
}

/** Names of periods. */
const UNITS: Record<Language, Record<string, string>> = {
  en: {
    day: 'day',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    fiscal_quarter: 'fiscal quarter',
    fiscal_year: 'fiscal year',
  },
  tr: {
    day: 'gün',
    week: 'hafta',
    month: 'ay',
    quarter: 'çeyrek',
    year: 'yıl',
    fiscal_quarter: 'mali çeyrek',
    fiscal_year: 'mali yıl',
  },
};

const en = {
  cover: 'Cover',
  definitions: 'Definitions',
  organization: 'Organization',
  asOf: 'As of',
  dataVersion: 'Data version',
  loaded: 'Loaded',
  created: 'Created (UTC)',
  createdBy: 'Created by',
  selections: 'Selections',
  measure: 'Measure',
  peers: 'Peers',
  allPeers: 'All',
  sheets: 'Sheets',
  rows: 'Rows',
  total: 'Total',
  last: (count: number, unit: string) => `Last ${count} × ${UNITS.en[unit] ?? unit}`,
  current: (unit: string) => `${UNITS.en[unit] ?? unit} to date`,
  other: 'Other',
  key: 'Key',
  value: 'Value',
  median: 'Peer median',
  percentile: 'Percentile',
  rank: 'Rank',
  peerCount: 'Number of peers',
  className: 'Class',
  from: 'From',
  to: 'To',
  members: 'Members',
  definition: 'Definition',
  caveat: 'Note',
  unmapped: (field: string, share: string) => `${field}: ${share} of rows have unmapped codes.`,
  periodEnd: (title: string, { date, prior, without, rows }: PeriodEnd) =>
    `${title}: the balance of ${date} alone instead of the average in ${without} of ${rows} rows, because there is none of ${prior}.`,
  unavailable: (title: string, days: string) => `${title}: not reported${days === '' ? '' : ` on ${days}`}.`,
  uncomputed: (title: string) => `${title}: cannot be computed in some rows, whose cells are empty.`,
  truncated: (title: string) =>
    `“${title}” has more rows than a query returns. Filter the report, and export it again.`,
  changed: 'The data changed while the report was exported. Export it again.',
  failed: (title: string, message: string) => `“${title}” failed, so nothing was exported: ${message}`,
};

const tr: typeof en = {
  cover: 'Kapak',
  definitions: 'Tanımlar',
  organization: 'Kurum',
  asOf: 'Veri tarihi',
  dataVersion: 'Veri sürümü',
  loaded: 'Yükleme tarihi',
  created: 'Oluşturma (UTC)',
  createdBy: 'Oluşturan',
  selections: 'Seçimler',
  measure: 'Gösterge',
  peers: 'Emsaller',
  allPeers: 'Tümü',
  sheets: 'Sayfalar',
  rows: 'Satırlar',
  total: 'Toplam',
  last: (count, unit) => `Son ${count} × ${UNITS.tr[unit] ?? unit}`,
  current: (unit) => `${UNITS.tr[unit] ?? unit} başından bugüne`,
  other: 'Diğer',
  key: 'Anahtar',
  value: 'Değer',
  median: 'Emsal medyanı',
  percentile: 'Yüzdelik',
  rank: 'Sıra',
  peerCount: 'Emsal sayısı',
  className: 'Sınıf',
  from: 'Alt sınır',
  to: 'Üst sınır',
  members: 'Üyeler',
  definition: 'Tanım',
  caveat: 'Not',
  unmapped: (field, share) => `${field}: satırların ${share} kadarının kodu eşleştirilmemiş.`,
  periodEnd: (title, { date, prior, without, rows }) =>
    `${title}: ${rows} satırın ${without} tanesinde ortalama yerine yalnızca ${date} bakiyesi, çünkü ${prior} bakiyesi yok.`,
  unavailable: (title, days) => `${title}: ${days === '' ? '' : `${days} için `}bildirilmemiş.`,
  uncomputed: (title) => `${title}: bazı satırlarda hesaplanamadı; bu hücreler boş.`,
  truncated: (title) =>
    `“${title}” bir sorgunun döndürdüğünden daha çok satır içeriyor. Raporu filtreleyip yeniden dışa aktarın.`,
  changed: 'Rapor dışa aktarılırken veriler değişti. Yeniden dışa aktarın.',
  failed: (title, message) => `“${title}” hesaplanamadı, bu yüzden hiçbir şey dışa aktarılmadı: ${message}`,
};

export type ExportTexts = typeof en;
export const exportTexts: Record<Language, ExportTexts> = { en, tr };
