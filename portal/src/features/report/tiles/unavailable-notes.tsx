import type { LocalizedText, Report, Unavailable } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { titleOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer } from '../report-run.ts';
import classes from './tiles.module.css';

/** Figures that lack something for the same reason. */
interface Note extends Pick<Unavailable, 'dates' | 'partial'> {
  key: string;
  titles: LocalizedText[];
  /** For figures without a part: the accounts that are missing. */
  accounts: string[];
}

/** What a tile's figures lack because it was not reported for their dates, one line for each reason. */
export function UnavailableNotes({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  return notesOf(answer, report).map(({ key, titles, accounts, dates, partial }) => {
    const days = dates.map((date) => formatDay(date, i18n.language)).join(', ');
    const figures = titles.map(localize).join(', ');
    const values = { figures, days, accounts: accounts.join(', ') };
    const missing = days === '' ? t('report.unavailable.missing', values) : t('report.unavailable.missingOn', values);
    const part = days === '' ? t('report.unavailable.partial', values) : t('report.unavailable.partialOn', values);
    return (
      <p key={key} role="note" className={classes.cut}>
        {partial ? part : missing}
      </p>
    );
  });
}

/** The reasons in a tile's results, each once, with the titles of the figures that have it. */
function notesOf(answer: Answer, report: Report): Note[] {
  const notes = new Map<string, Note>();
  for (const item of Object.values(answer))
    for (const { column, columns, dates, partial } of item?.result.meta.unavailable ?? []) {
      const title = titleOf(report, item!.result, column);
      const accounts = partial ? columns.map(({ account }) => account) : [];
      const key = JSON.stringify([partial, dates, accounts]);
      const note = notes.get(key) ?? { key, titles: [], accounts, dates, partial };
      if (!note.titles.some((known) => known.en === title.en)) note.titles.push(title);
      notes.set(key, note);
    }
  return [...notes.values()];
}
