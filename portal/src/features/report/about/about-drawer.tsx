import { Button } from '@mantine/core';
import type { DeliveredRange, Explanation, Filter, SemanticQuery } from '@rise/contract';
import { DetailCode, DetailDrawer, DetailList, DetailSection, ErrorState, TextSkeleton } from '@rise/ui';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatDay } from '../../../dates/dates.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { averageSentences, lacksAverage } from '../averages.ts';
import { measureNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { RunState, TileRun } from '../report-run.ts';
import { explanationQuery } from '../report.queries.ts';
import { useReportSource } from '../report-source.ts';
import { useCopy } from '../../../client/use-copy.ts';
import { describeCurrency } from './currency-text.ts';
import { describeFilter } from './filter-text.ts';
import { writeFormula } from '../../../figures/formula-text.ts';
import classes from './about.module.css';

/** "About this number": definition, origin, filters and SQL of a figure. Open while the address names a measure. */
export function AboutDrawer({ run }: { run: RunState }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, choose } = useOpenReport();
  const measure = choices.about ?? null;
  const query = measure ? queryBehind(run.tiles, measure, choices.tile) : null;
  const explanation = useQuery(explanationQuery(report, query, measure, useReportSource()));
  return (
    <DetailDrawer
      opened={measure !== null}
      onClose={() => choose({ about: undefined, tile: undefined })}
      title={measure ? localize(measureNamed(report, measure).title) : ''}
      subtitle={t('report.about.subtitle')}
      size="wide"
    >
      {explanation.isError ? (
        <ErrorState {...errorText(explanation.error, t)} onRetry={() => void explanation.refetch()} />
      ) : explanation.data && query ? (
        <Facts explanation={explanation.data} query={query} />
      ) : measure && !query && !run.running ? (
        <ErrorState title={t('report.about.unanswered.title')} message={t('report.about.unanswered.text')} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </DetailDrawer>
  );
}

/** The query whose result shows the measure: the named tile's if it has one, else the first that does. */
export function queryBehind(
  tiles: Readonly<Record<string, TileRun>>,
  measure: string,
  tile: string | undefined,
): SemanticQuery | null {
  const order = tile && tiles[tile] ? [tiles[tile], ...Object.values(tiles)] : Object.values(tiles);
  for (const run of order) {
    if (!('results' in run)) continue;
    const match = Object.values(run.results).find(({ query }) => measuresOf(query).includes(measure));
    if (match) return match.query;
  }
  return null;
}

function measuresOf(query: SemanticQuery): readonly string[] {
  if (query.kind === 'rows') return query.columns.filter((column) => typeof column === 'string');
  if (query.kind === 'funnel') return [];
  return query.kind === 'distribution' ? [query.measure] : query.measures;
}

function Facts({ explanation, query }: { explanation: Explanation; query: SemanticQuery }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const { report } = useOpenReport();
  const describe = (filter: Filter | null) => describeFilter(filter, report, { t, language, localize });
  const filters = describe(explanation.filter);
  const comparesPeers = query.kind === 'benchmark' || query.kind === 'distribution';
  const sql =
    explanation.parameters.length === 0
      ? explanation.sql
      : `${explanation.sql}\n\n-- ${t('report.about.parameters')}: ${JSON.stringify(explanation.parameters)}`;
  return (
    <>
      <DetailSection title={t('report.about.definition')}>
        <p>{localize(explanation.definition)}</p>
        {explanation.caveat && (
          <p className={classes.caveat}>
            <strong>{t('report.about.caveat')}</strong> {localize(explanation.caveat)}
          </p>
        )}
      </DetailSection>
      <DetailSection title={t('report.about.formula')}>
        <p className={classes.formula}>{writeFormula(explanation.formula, t)}</p>
        <Averages dates={explanation.averages} />
        {explanation.accounts.length > 0 && (
          <dl className={classes.accounts}>
            {explanation.accounts.map((account) => (
              <div key={`${account.table}.${account.account}`}>
                <dt>
                  <code>{account.account}</code>
                </dt>
                <dd>
                  {account.name ?? t('report.about.unnamed')}
                  <span className={classes.table}>{account.table}</span>
                  {account.delivered && (
                    <span className={classes.table}>{describeDelivered(account.delivered, t, language)}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </DetailSection>
      <CurrencySection currency={explanation.currency} />
      <DetailSection title={t('report.about.origin')}>
        <DetailList
          items={[
            {
              name: t('report.about.owner'),
              value: explanation.custom ? t('report.about.definedHere') : explanation.owner,
            },
            { name: t('report.about.source'), value: explanation.source },
            { name: t('report.about.dataset'), value: localize(explanation.dataset.title) },
            { name: t('report.about.asOf'), value: explanation.asOf ? formatDay(explanation.asOf, language) : '–' },
            {
              name: t('report.about.version'),
              value: t('report.about.versionLoaded', {
                number: explanation.dataVersion,
                moment: formatMoment(explanation.loadedAt, language),
              }),
            },
            ...explanation.tables.flatMap(({ roles }) =>
              roles.flatMap(({ name, valid }) =>
                valid ? [{ name: t('report.about.joined', { name }), value: localize(valid) }] : [],
              ),
            ),
            ...explanation.tables.flatMap(({ rollup }) =>
              rollup
                ? [
                    {
                      name: t('report.about.rollup'),
                      value: t('report.about.rollupRows', {
                        name: rollup.name,
                        count: rollup.rows,
                        rows: rollup.rows.toLocaleString(language),
                      }),
                    },
                  ]
                : [],
            ),
          ]}
        />
      </DetailSection>
      {comparesPeers && (
        <Conditions
          title={t('report.about.peers')}
          of={describe(explanation.peers)}
          none={t('report.about.allPeers')}
        />
      )}
      {(!comparesPeers || filters.length > 0) && (
        <Conditions title={t('report.about.filters')} of={filters} none={t('report.about.noFilters')} />
      )}
      <Machine title={t('report.about.query')} text={JSON.stringify(query, null, 2)} />
      <Machine title={t('report.about.sql')} text={sql} />
    </>
  );
}

/** Since when and until when an account is reported. */
function describeDelivered({ from, until }: DeliveredRange, t: TFunction, language: string): string {
  if (from === null) return t('report.about.delivered.never');
  if (until === null) return t('report.about.delivered.since', { from: formatDay(from, language) });
  return t('report.about.delivered.range', { from: formatDay(from, language), until: formatDay(until, language) });
}

/** The two dates of each average balance, or where that of one date was used; nothing without average balances. */
function Averages({ dates }: { dates: Explanation['averages'] }) {
  const { t, i18n } = useTranslation();
  const sentences = averageSentences(dates, { t, language: i18n.language });
  if (sentences.length === 0) return null;
  return (
    <p {...(lacksAverage(dates) ? { className: classes.caveat } : {})}>
      <strong>{t('report.about.averages')}</strong> {sentences.join(' ')}
    </p>
  );
}

/** What the amounts are in, and how they were converted. */
function CurrencySection({ currency }: Pick<Explanation, 'currency'>) {
  const { t, i18n } = useTranslation();
  if (!currency) return null;
  return (
    <DetailSection title={t('report.about.currency')}>
      <ul className={classes.filters}>
        {describeCurrency(currency, { t, language: i18n.language }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </DetailSection>
  );
}

/** Sentences that all hold, or what it means that there are none. */
function Conditions({ title, of, none }: { title: string; of: readonly string[]; none: string }) {
  return (
    <DetailSection title={title}>
      {of.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className={classes.filters}>
          {of.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

/** Code with a copy button. */
function Machine({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  return (
    <DetailSection title={title}>
      <DetailCode label={title}>{text}</DetailCode>
      <Button
        variant="default"
        className={classes.copy}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => copy(text)}
      >
        {copied ? t('report.copied') : t('report.about.copy', { what: title })}
      </Button>
    </DetailSection>
  );
}
