import { localize, type Language, type Report } from '@rise/contract';
import type { Words } from '@rise/portal/printed';
import { formatDate, formatFigure, type WriteFigure } from '@rise/ui/chart-options';
import type { ExportTexts } from '../texts.ts';

/** How print writes texts and figures. */
export interface PrintWords {
  readonly texts: ExportTexts;
  readonly language: Language;
  readonly localize: Words['localize'];
  readonly figure: WriteFigure;
  readonly percent: (share: number | null) => string;
  readonly integer: (value: number) => string;
  readonly day: (iso: string) => string;
  /** For the rules that screen and print share. */
  readonly shared: Words;
}

/** Of the texts of the page those that the shared rules use. */
function translate(texts: ExportTexts) {
  return (key: string, values: { quarter?: number; year?: string } = {}): string => {
    switch (key) {
      case 'report.other':
        return texts.other;
      case 'report.total':
        return texts.total;
      case 'report.noValue':
        return texts.noValue;
      case 'report.rows.yes':
        return texts.yes;
      case 'report.rows.no':
        return texts.no;
      case 'report.flat.value':
        return texts.value;
      case 'report.flat.target':
        return texts.target;
      case 'period.quarter':
        return texts.quarter(values.quarter!, values.year!);
      default:
        throw new Error(`Print has no text '${key}'.`);
    }
  };
}

export function printWords({ currency }: Pick<Report, 'currency'>, texts: ExportTexts, language: Language): PrintWords {
  const inLanguage: Words['localize'] = (text) => localize(text, language);
  const figure: WriteFigure = (value, format, style) =>
    formatFigure(value, format, { locale: language, currency, ...style });
  return {
    texts,
    language,
    localize: inLanguage,
    figure,
    percent: (share) => figure(share, { unit: 'percent', decimals: 1 }),
    integer: (value) => figure(value, { unit: 'count' }),
    day: (iso) => formatDate(iso.slice(0, 10), language),
    shared: { t: translate(texts) as Words['t'], language, localize: inLanguage },
  };
}
