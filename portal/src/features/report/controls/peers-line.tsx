import { Button } from '@mantine/core';
import type { ChosenPeers } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed, valueTitle } from '../fields.ts';
import { hasDefaultPeers, withAllPeers, withDefaultPeers } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import classes from './controls.module.css';

/** Says who the peers are, and changes them in one click. */
export function PeersLine() {
  const { t } = useTranslation();
  const { report, choices, resolved, choose } = useOpenReport();
  const peers = resolved?.peers ?? null;
  const describe = useDescription();
  const isDefault = hasDefaultPeers(report, choices);
  return (
    <div className={classes.peers}>
      <p className={classes.phrase} role="status">
        {peers ? t('report.peersLine.line', { phrase: describe(peers) }) : t('report.peersLine.loading')}
      </p>
      {choices.peers !== 'all' && (
        <Button variant="subtle" size="compact-sm" onClick={() => choose(withAllPeers(report, choices))}>
          {t('report.peersLine.compareAll')}
        </Button>
      )}
      {!isDefault && (
        <Button variant="subtle" size="compact-sm" onClick={() => choose(withDefaultPeers(report, choices))}>
          {t('report.peersLine.useDefault')}
        </Button>
      )}
      {peers && peers.omitted.length > 0 && <Omitted peers={peers} />}
    </div>
  );
}

/** Why parts of the default peers do not apply. */
function Omitted({ peers }: { peers: ChosenPeers }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, subject } = useOpenReport();
  const label = useLabel();
  const name = subject?.title ?? '';
  const sentence = ({ field, reason }: ChosenPeers['omitted'][number]) => {
    const dimension = dimensionNamed(report, field);
    const title = dimension ? localize(dimension.title) : field;
    if (reason === 'no-subject') return t('report.peersLine.noSubject', { field: title });
    if (reason === 'no-value') return t('report.peersLine.noValue', { field: title, name });
    return t('report.peersLine.notMet', { label: label(field) ?? title, name });
  };
  return (
    <ul className={classes.omitted} role="note">
      {peers.omitted.map((part) => (
        <li key={part.field}>{sentence(part)}</li>
      ))}
    </ul>
  );
}

/** The label of a condition of the default peers. */
function useLabel(): (field: string) => string | null {
  const localize = useLocalize();
  const { report } = useOpenReport();
  return (field) => {
    const condition = report.document.defaultPeers?.where.find((part) => part.field === field);
    return condition ? localize(condition.label) : null;
  };
}

/** The peers in words: 'Peer group: 6 – $500 million and over, federally insured'. */
export function useDescription(): (peers: ChosenPeers) => string {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const label = useLabel();
  return ({ by, filters }) => {
    const parts = Object.entries(filters).map(([field, values]) => {
      const phrase = by === 'default' ? label(field) : null;
      if (phrase !== null) return phrase;
      const dimension = dimensionNamed(report, field);
      const titles = values.map((value) => valueTitle(dimension, value, localize));
      return t('report.peersLine.of', {
        field: dimension ? localize(dimension.title) : field,
        values: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(titles),
      });
    });
    return parts.length > 0 ? parts.join(' · ') : t('report.peersLine.all');
  };
}
