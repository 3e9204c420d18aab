import type { FrozenReport } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { describeFilter } from '../about/filter-text.ts';
import { useDescription } from '../controls/peers-line.tsx';
import { dimensionNamed, measureNamed, valueTitle } from '../fields.ts';
import classes from './freezes.module.css';

/** What was selected when the report was frozen, in words; nothing where the report has nothing to select. */
export function FrozenSelections({ content }: { content: FrozenReport['content'] }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const describePeers = useDescription();
  const { report, state, resolved, subject } = content;
  const { document } = report;
  const name = state.measure ?? (document.measures.length > 1 ? document.measures[0] : undefined);
  const measure = name === undefined ? null : measureNamed(report, name);
  const period = state.period ?? document.period?.default;
  const isOfPeers = (field: string) => document.defaultPeers !== undefined && document.peers.includes(field);
  const parts = [
    ...(subject && document.subject ? [`${localize(document.subject.label)}: ${subject.title}`] : []),
    ...(measure ? [`${t('report.measure')}: ${localize(measure.label ?? measure.title)}`] : []),
    ...(document.defaultPeers ? [t('report.peersLine.line', { phrase: describePeers(resolved.peers) })] : []),
    ...Object.entries(state.filters)
      .filter(([field]) => !isOfPeers(field))
      .map(([field, values]) => {
        const dimension = dimensionNamed(report, field);
        const titles = values.map((value) => valueTitle(dimension, value, localize));
        return `${dimension ? localize(dimension.title) : field}: ${titles.join(', ')}`;
      }),
    ...(document.period && period
      ? describeFilter({ field: document.period.field, during: period }, report, {
          t,
          language: i18n.language,
          localize,
        })
      : []),
  ];
  if (parts.length === 0) return null;
  return <p className={classes.selections}>{parts.join(' · ')}</p>;
}
