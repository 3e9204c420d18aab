import type { Language, SubscriptionRule } from '@rise/contract';

const weekdayName = (day: number, language: Language): string =>
  // 2024 began on a Monday.
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)));

function ruleInEnglish(rule: SubscriptionRule): string {
  switch (rule.every) {
    case 'day':
      return `every day at ${rule.at}`;
    case 'weekday':
      return `Monday to Friday at ${rule.at}`;
    case 'week':
      return `every ${weekdayName(rule.on, 'en')} at ${rule.at}`;
    case 'month':
      return `on ${rule.on === 'last' ? 'the last day' : `day ${rule.on}`} of each month at ${rule.at}`;
    default:
      return rule satisfies never;
  }
}

function ruleInTurkish(rule: SubscriptionRule): string {
  switch (rule.every) {
    case 'day':
      return `her gün ${rule.at}`;
    case 'weekday':
      return `pazartesiden cumaya ${rule.at}`;
    case 'week':
      return `her ${weekdayName(rule.on, 'tr')} ${rule.at}`;
    case 'month':
      return `her ayın ${rule.on === 'last' ? 'son' : `${rule.on}.`} günü ${rule.at}`;
    default:
      return rule satisfies never;
  }
}

interface Origin {
  readonly owner: string;
  readonly title: string;
  readonly rule: SubscriptionRule;
  readonly zone: string;
}

const en = {
  subject: (title: string, asOf: string | null) => (asOf === null ? title : `${title}, as of ${asOf}`),
  organization: 'Organization',
  asOf: 'As of',
  dataVersion: 'Data version',
  value: 'Value',
  median: 'Peer median',
  change: 'Change',
  periodFrom: (day: string) => `period from ${day}`,
  incomplete: 'incomplete period',
  points: (value: string) => `${value} percentage points`,
  compared: {
    previous_period: 'from the previous period',
    same_period_last_year: 'from a year before',
    prior_year_end: 'from the prior year-end',
  },
  unavailable: 'Not reported',
  withoutFigures: 'This report has no key figures. Open it to see its tiles.',
  chartFailed: (message: string) => `This chart could not be computed. ${message}`,
  notDrawn: {
    table: 'This chart has too many bars for a mail.',
    failed: 'This chart could not be drawn. Its figures are in the report.',
  },
  rows: 'Rows',
  attached: {
    pdf: 'The attached PDF is the report as it is printed.',
    xlsx: 'The attached workbook has all rows of the report.',
  },
  open: 'Open the report with these selections',
  rights: 'The figures are those that you may see.',
  origin: ({ owner, title, rule, zone }: Origin) =>
    `${owner} set up this mail as “${title}”: ${ruleInEnglish(rule)} (${zone}).`,
  now: ({ title }: Origin) => `You sent this to yourself from “${title}”.`,
  stop: 'Change or stop this mail',
  outsideRights: 'You see the rows named above, and no others. Opening the report in the portal needs an account.',
  outsideOrigin: ({ owner, title, rule, zone }: Origin, organization: string) =>
    `${owner} of ${organization} sends you this mail as “${title}”: ${ruleInEnglish(rule)} (${zone}).`,
  unsubscribe: 'Unsubscribe',
  tooLarge: 'The attached files are larger than 10 MB. Filter the report, or attach fewer of them.',
};

const tr: typeof en = {
  subject: (title, asOf) => (asOf === null ? title : `${title}, veri tarihi ${asOf}`),
  organization: 'Kurum',
  asOf: 'Veri tarihi',
  dataVersion: 'Veri sürümü',
  value: 'Değer',
  median: 'Emsal medyanı',
  change: 'Değişim',
  periodFrom: (day) => `${day} tarihinde başlayan dönem`,
  incomplete: 'tamamlanmamış dönem',
  points: (value) => `${value} yüzde puanı`,
  compared: {
    previous_period: 'önceki döneme göre',
    same_period_last_year: 'bir yıl öncesine göre',
    prior_year_end: 'önceki yıl sonuna göre',
  },
  unavailable: 'Veri bildirilmemiş',
  withoutFigures: 'Bu raporda temel gösterge yok. Kutucuklarını görmek için raporu açın.',
  chartFailed: (message) => `Bu grafik hesaplanamadı. ${message}`,
  notDrawn: {
    table: 'Bu grafikte bir e-posta için çok fazla çubuk var.',
    failed: 'Bu grafik çizilemedi. Değerleri raporda bulabilirsiniz.',
  },
  rows: 'Satırlar',
  attached: {
    pdf: 'Ekteki PDF, raporun baskı hâlidir.',
    xlsx: 'Ekteki çalışma kitabı raporun bütün satırlarını içerir.',
  },
  open: 'Raporu bu seçimlerle aç',
  rights: 'Değerler, sizin görme yetkiniz olan verilerdendir.',
  origin: ({ owner, title, rule, zone }) =>
    `Bu e-postayı ${owner}, “${title}” adıyla kurdu: ${ruleInTurkish(rule)} (${zone}).`,
  now: ({ title }) => `Bunu “${title}” aboneliğinden kendinize gönderdiniz.`,
  stop: 'Bu e-postayı değiştir veya durdur',
  outsideRights: 'Yalnızca yukarıda belirtilen satırları görürsünüz. Raporu portalda açmak için hesap gerekir.',
  outsideOrigin: ({ owner, title, rule, zone }, organization) =>
    `Bu e-postayı ${organization} adına ${owner}, “${title}” adıyla gönderiyor: ${ruleInTurkish(rule)} (${zone}).`,
  unsubscribe: 'Abonelikten çık',
  tooLarge: 'Ekteki dosyalar 10 MB’tan büyük. Raporu filtreleyin veya daha az dosya ekleyin.',
};

export type MailTexts = typeof en;
export const mailTexts: Record<Language, MailTexts> = { en, tr };
