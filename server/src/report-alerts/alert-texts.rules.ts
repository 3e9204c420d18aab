import {
  localize,
  type AlertCondition,
  type AlertFailure,
  type AlertStatus,
  type Language,
  type LocalizedText,
  type MemberStatus,
  type MemberSummary,
  type PeerStatistic,
  type TimeGrain,
  type WatchedFigure,
} from '@rise/contract';
import { dayText, figureText } from '../reports/figure-text.ts';

/** What a notice is about. */
export interface Notice {
  readonly title: string;
  readonly condition: AlertCondition;
  readonly figure: WatchedFigure;
  readonly status: AlertStatus;
  readonly failure: AlertFailure | null;
  readonly value: number | null;
  readonly period: string | null;
  readonly reference: number | null;
  /** Of an alert on any member those that have changed. */
  readonly members: MemberSummary | null;
}

interface Sentence {
  readonly figure: string;
  readonly value: string;
  /** Where there are periods. */
  readonly period: string | null;
  readonly reference: string | null;
  readonly condition: AlertCondition;
}

const en = {
  subject: {
    firing: (title: string) => `Alert: ${title}`,
    ok: (title: string) => `Back to normal: ${title}`,
    'no-data': (title: string) => `No data: ${title}`,
    failed: (title: string) => `Could not be checked: ${title}`,
    members: (title: string) => `Members changed: ${title}`,
  },
  noData: (figure: string) => `${figure} has no value, or too few periods, to judge it by.`,
  failure: {
    gone: 'The figure is no longer in the report. Set the alert on another one, or delete it.',
    query: 'The figure cannot be computed with the selections of the alert.',
    members: 'There are more members than an alert can watch. Set it on fewer, with filters.',
    archived: 'The report is archived.',
    unavailable: 'The data could not be read. It is tried again with the next data, and at the latest tomorrow.',
  },
  is: ({ figure, value, period }: Sentence) =>
    period === null ? `${figure} is ${value}` : `${figure} is ${value} in ${period}`,
  firing: (sentence: Sentence): string => {
    const { condition, reference } = sentence;
    const is = en.is(sentence);
    if (condition.kind === 'threshold') return `${is}, ${condition.when} ${reference}.`;
    if (condition.kind === 'anomaly') return `${is}, an unusual change from ${reference} in the period before.`;
    return condition.against === 'period'
      ? `${is}; in the period before it was ${reference}.`
      : `${is}; in the data version before it was ${reference}.`;
  },
  ok: (sentence: Sentence): string => `${en.is(sentence)}.`,
  statistic: {
    median: (figure: string) => `${figure}, median of the peers`,
    percentile: (figure: string) => `${figure}, percentile among the peers`,
    rank: (figure: string) => `${figure}, rank among the peers`,
  } satisfies Record<PeerStatistic, (figure: string) => string>,
  members: (figure: string, period: string | null) => (period === null ? `${figure}.` : `${figure} in ${period}.`),
  group: {
    firing: 'Triggered',
    ok: 'Back to normal',
    'no-data': 'Without a value',
    gone: 'No longer in the data',
    new: 'New in the data',
  } satisfies Record<MemberStatus, string>,
  more: (count: number) => `and ${count} more`,
  report: 'Report',
  open: 'Open the report with these selections',
  change: 'Change, pause or delete this alert',
  rights: 'You set this alert. It is checked with your rights.',
};

const tr: typeof en = {
  subject: {
    firing: (title) => `Uyarı: ${title}`,
    ok: (title) => `Normale döndü: ${title}`,
    'no-data': (title) => `Veri yok: ${title}`,
    failed: (title) => `Kontrol edilemedi: ${title}`,
    members: (title) => `Üyeler değişti: ${title}`,
  },
  noData: (figure) => `${figure} göstergesinin değeri yok veya değerlendirmek için yeterli dönem yok.`,
  failure: {
    gone: 'Gösterge artık raporda değil. Uyarıyı başka bir gösterge için kurun veya silin.',
    query: 'Gösterge, uyarının seçimleriyle hesaplanamıyor.',
    members: 'Bir uyarının izleyebileceğinden fazla üye var. Filtrelerle sınırlayıp yeniden kurun.',
    archived: 'Rapor arşivlenmiş.',
    unavailable: 'Veriler okunamadı. Yeni veri geldiğinde, en geç yarın yeniden denenecek.',
  },
  is: ({ figure, value, period }) => (period === null ? `${figure}: ${value}` : `${figure}, ${period}: ${value}`),
  firing: (sentence) => {
    const { condition, reference } = sentence;
    const is = tr.is(sentence);
    if (condition.kind === 'threshold')
      return `${is} (${reference} eşiğinin ${condition.when === 'above' ? 'üzerinde' : 'altında'}).`;
    if (condition.kind === 'anomaly')
      return `${is}; önceki dönemdeki ${reference} değerine göre olağan dışı bir değişim.`;
    return condition.against === 'period'
      ? `${is}; önceki dönemde ${reference} idi.`
      : `${is}; önceki veri sürümünde ${reference} idi.`;
  },
  ok: (sentence) => `${tr.is(sentence)}.`,
  statistic: {
    median: (figure) => `${figure}, benzerlerin medyanı`,
    percentile: (figure) => `${figure}, benzerler arasındaki yüzdelik dilim`,
    rank: (figure) => `${figure}, benzerler arasındaki sıra`,
  },
  members: (figure, period) => (period === null ? `${figure}.` : `${figure}, ${period}.`),
  group: {
    firing: 'Tetiklendi',
    ok: 'Normale döndü',
    'no-data': 'Değeri yok',
    gone: 'Artık veride yok',
    new: 'Veride yeni',
  },
  more: (count) => `ve ${count} tane daha`,
  report: 'Rapor',
  open: 'Raporu bu seçimlerle aç',
  change: 'Bu uyarıyı değiştir, duraklat veya sil',
  rights: 'Bu uyarıyı siz kurdunuz. Sizin yetkilerinizle kontrol edilir.',
};

export const alertTexts = { en, tr };

/** What a figure is called, with its member or what it says of the peers. */
function figureName({ title, member, statistic }: WatchedFigure, language: Language): string {
  const name = localize(title, language);
  if (statistic !== null) return alertTexts[language].statistic[statistic](name);
  return member === null ? name : `${name}, ${localize(member, language)}`;
}

/** What a notice says, in its head and in a sentence. */
export function noticeText(notice: Notice, language: Language): { subject: string; sentence: string } {
  const texts = alertTexts[language];
  const { title, status, failure, figure, condition, members } = notice;
  const name = figureName(figure, language);
  const write = writeIn(figure, language);
  const value = write(notice.value);
  const head = status === 'firing' || status === 'no-data' || status === 'failed' ? status : 'ok';
  const subject = texts.subject[head](title);
  if (failure !== null) return { subject, sentence: texts.failure[failure] };
  const period = notice.period === null ? null : periodText(notice.period, figure.grain, language);
  if (members !== null && members.findings.length > 0)
    return {
      subject: texts.subject[membersHead(head, members)](title),
      sentence: `${texts.members(name, period)} ${membersText(members, figure, language)}`,
    };
  if (members !== null && head === 'ok') return { subject, sentence: texts.members(name, period) };
  if (value === null || head === 'no-data') return { subject, sentence: texts.noData(name) };
  const sentence = { figure: name, value, period, reference: write(notice.reference), condition };
  return { subject, sentence: head === 'firing' ? texts.firing(sentence) : texts.ok(sentence) };
}

const writeIn =
  ({ format, currency }: WatchedFigure, language: Language) =>
  (value: number | null) =>
    figureText(value, format, { language, currency });

/** What is new to the owner decides, not what still fires. */
function membersHead(status: 'firing' | 'no-data' | 'failed' | 'ok', { findings }: MemberSummary) {
  if (findings.some((one) => one.status === 'firing')) return 'firing';
  if (findings.some((one) => one.status === 'ok')) return status === 'no-data' ? 'no-data' : 'ok';
  return 'members';
}

/** The members that have changed, those that fire first: 'Triggered: Vermont $320.00, Maine $310.00. Back to normal: Ohio $9.00.' */
function membersText({ findings, more }: MemberSummary, figure: WatchedFigure, language: Language): string {
  const texts = alertTexts[language];
  const write = writeIn(figure, language);
  const lists = [...new Set(findings.map(({ status }) => status))].map((status) => {
    const names = findings
      .filter((finding) => finding.status === status)
      .map(({ label, value }) => [localize(label, language), write(value) ?? []].flat().join(' '));
    return `${texts.group[status]}: ${names.join(', ')}`;
  });
  const last = more > 0 ? `${lists.at(-1)} ${texts.more(more)}` : lists.at(-1);
  return `${[...lists.slice(0, -1), last].join('. ')}.`;
}

/** In each language that people read. */
export function noticeTexts(notice: Notice): { title: LocalizedText; description: LocalizedText } {
  const [english, turkish] = [noticeText(notice, 'en'), noticeText(notice, 'tr')];
  return {
    title: { en: english.subject, tr: turkish.subject },
    description: { en: english.sentence, tr: turkish.sentence },
  };
}

/** A period by its first day: a month, a year and a quarter by their names, others by the day. */
function periodText(start: string, grain: TimeGrain | null, language: Language): string {
  const day = start.slice(0, 10);
  const [year, month = 1] = day.split('-').map(Number);
  if (grain === 'year') return String(year);
  if (grain === 'quarter') {
    const quarter = Math.ceil(month / 3);
    return language === 'tr' ? `${year} ${quarter}. çeyrek` : `Q${quarter} ${year}`;
  }
  if (grain === 'month')
    return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  return grain === 'hour' ? `${dayText(day, language)} ${start.slice(11, 16)}` : dayText(day, language);
}
