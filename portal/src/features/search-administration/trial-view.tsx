import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ExplainedResult, Language, Role, SearchTrial } from '@rise/contract';
import { CURATED_SETS, SEARCH_LENGTH } from '@rise/contract/search-words';
import { EmptyState, Notice } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { useHide, usePin, useTrial } from './search-administration.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

type Trial = ReturnType<typeof useTrial>;

/** A search with a role's rights, and why its results are in their order. */
export function TrialView({ onDone }: { onDone: (message: string) => void }) {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useState('');
  const [role, setRole] = useState<Role>('tenant.user');
  const trial = useTrial();
  const text = query.trim();
  const run = (event: React.FormEvent) => {
    event.preventDefault();
    trial.mutate({ query: text, role, language: i18n.language as Language });
  };
  return (
    <section className={cards.card} aria-label={t('searchAdmin.views.trial')}>
      <form className={classes.form} role="search" onSubmit={run}>
        <TextInput
          label={t('searchAdmin.trial.query')}
          required
          minLength={SEARCH_LENGTH.least}
          maxLength={SEARCH_LENGTH.most}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <NativeSelect
          label={t('searchAdmin.trial.role')}
          value={role}
          data={(Object.keys(ROLE_NAMES) as Role[]).map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
          onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
        />
        <Button type="submit" loading={trial.isPending}>
          {t('searchAdmin.trial.run')}
        </Button>
      </form>
      {trial.error && (
        <p role="alert" className={classes.error}>
          {errorText(trial.error, t).message}
        </p>
      )}
      {trial.data && trial.variables && <Results trial={trial} result={trial.data} onDone={onDone} />}
    </section>
  );
}

interface ResultsProps {
  trial: Trial;
  result: SearchTrial;
  onDone: (message: string) => void;
}

function Results({ trial, result: { expansions, sets, isInTenant }, onDone }: ResultsProps) {
  const { t } = useTranslation();
  const again = (message: string) => {
    if (trial.variables) trial.mutate(trial.variables);
    onDone(message);
  };
  const term = trial.variables?.query ?? '';
  return (
    <div className={classes.trial}>
      {!isInTenant && <Notice tone="info">{t('searchAdmin.trial.outside')}</Notice>}
      {expansions.length > 0 && (
        <p className={cards.hint}>
          {t('searchAdmin.trial.expansions', {
            list: expansions.map(({ text, synonym }) => `“${text}” (${synonym})`).join(', '),
          })}
        </p>
      )}
      {sets.length === 0 && <EmptyState art="search" title={t('searchAdmin.trial.none')} />}
      {sets.map(({ id, label, results }) => (
        <section key={id} aria-label={label}>
          <h2 className={cards.heading}>{label}</h2>
          <ol className={cards.list}>
            {results.map((result) => (
              <li key={result.id} className={classes.result}>
                <div>
                  <p className={cards.name}>{result.title}</p>
                  <Explanation result={result} />
                </div>
                <Curate set={id} result={result} term={term} onDone={again} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Explanation({ result: { rank, weight, matches, synonym, isForeign } }: { result: ExplainedResult }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  return (
    <>
      <p className={classes.hint}>
        {[
          t(`searchAdmin.ranks.${rank}`),
          ...(weight === null ? [] : [t('searchAdmin.trial.weight', { weight: number(weight) })]),
          ...(isForeign ? [t('searchAdmin.trial.foreign')] : []),
          ...(synonym === null ? [] : [t('searchAdmin.trial.synonym', { synonym })]),
        ].join(' · ')}
      </p>
      {matches.length > 0 && (
        <p className={classes.hint}>
          {matches
            .map(({ word, field, kind }) =>
              t(`searchAdmin.matches.${kind}`, { word, field: t(`searchAdmin.fields.${field}`) }),
            )
            .join(' · ')}
        </p>
      )}
    </>
  );
}

interface CurateProps {
  set: SearchTrial['sets'][number]['id'];
  result: ExplainedResult;
  term: string;
  onDone: (message: string) => void;
}

/** Pins the result for what was searched for, or hides it from everyone. */
function Curate({ set, result: { id, title, rank }, term, onDone }: CurateProps) {
  const { t } = useTranslation();
  const pin = usePin();
  const hide = useHide();
  const curated = CURATED_SETS.find((one) => one === set);
  const error = pin.error ?? hide.error;
  if (!curated) return null;
  return (
    <div className={classes.actions}>
      {error && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
      {rank !== 'pinned' && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('searchAdmin.trial.pinOne', { title })}
          loading={pin.isPending}
          onClick={() =>
            pin.mutate(
              { term, set: curated, entry: id },
              { onSuccess: () => onDone(t('searchAdmin.trial.pinned', { title, term })) },
            )
          }
        >
          {t('searchAdmin.trial.pin')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('searchAdmin.trial.hideOne', { title })}
        loading={hide.isPending}
        onClick={() =>
          hide.mutate(
            { set: curated, entry: id },
            { onSuccess: () => onDone(t('searchAdmin.trial.hidden', { title })) },
          )
        }
      >
        {t('searchAdmin.trial.hide')}
      </Button>
    </div>
  );
}
