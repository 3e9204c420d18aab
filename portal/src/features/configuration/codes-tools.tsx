import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ConfigurationCode } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { IconSearch, IconSparkles, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useLoadCodes } from './configuration.queries.ts';
import { CODE_FILTERS, type CodesState } from './configuration.state.ts';
import { changedCodes, dayAfter } from './draft.rules.ts';
import { TargetField } from './target-field.tsx';
import type { Workbench } from './use-workbench.ts';
import classes from './codes.module.css';
import shared from './configuration.module.css';

export interface CodesToolsProps {
  bench: Workbench;
  state: CodesState;
  onChange: (next: Partial<CodesState>, replace?: boolean) => void;
}

/** Search and filters; with a selection, what can be done with it. */
export function CodesTools({ bench, state, onChange }: CodesToolsProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { codes } = bench;
  const shown = CODE_FILTERS.filter(
    (filter) => filter === 'all' || filter === 'unmapped' || filter === state.filter || codes.counts[filter] > 0,
  );
  return (
    <>
      <div className={shared.tools}>
        <TextInput
          className={shared.search}
          type="search"
          aria-label={t('configuration.searchCodes')}
          placeholder={t('configuration.searchCodes')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={state.search}
          onChange={({ currentTarget }) => onChange({ search: currentTarget.value, page: 1 }, true)}
        />
        <div role="group" aria-label={t('configuration.filter')} className={classes.filters}>
          {shown.map((filter) => (
            <button
              key={filter}
              type="button"
              className={classes.filter}
              aria-pressed={state.filter === filter}
              onClick={() => onChange({ filter, page: 1 })}
            >
              {t(`configuration.filters.${filter}`)}{' '}
              <span className={classes.filterCount}>{formatInteger(codes.counts[filter], i18n.language)}</span>
            </button>
          ))}
        </div>
        {codes.weights.length > 1 && (
          <NativeSelect
            className={classes.weight}
            aria-label={t('configuration.weight')}
            value={codes.weight ?? ''}
            data={codes.weights.map(({ name, title, dataset }) => ({
              value: name,
              label: codes.weights.some((other) => other.name !== name && localize(other.title) === localize(title))
                ? `${localize(title)} (${localize(dataset)})`
                : localize(title),
            }))}
            onChange={({ currentTarget }) => onChange({ weight: currentTarget.value, page: 1 })}
          />
        )}
      </div>
      {state.target !== null && (
        <div>
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={13} aria-hidden />}
            onClick={() => onChange({ target: null, page: 1 })}
          >
            {t('configuration.onlyTarget', { value: bench.titleOf(state.target) })}
          </Button>
        </div>
      )}
      {codes.editable && bench.selection.size > 0 ? (
        <SelectionBar bench={bench} state={state} onChange={onChange} />
      ) : (
        codes.editable &&
        codes.counts.suggested > 0 && <SuggestionsBar bench={bench} state={state} onChange={onChange} />
      )}
    </>
  );
}

/** What can be done with the selected codes. Replaces nothing in the table, so that the rows stay where they are. */
function SelectionBar({ bench, state }: CodesToolsProps) {
  const { t } = useTranslation();
  const { codes, selection } = bench;
  const selected = [...selection.values()];
  const isMapped = selected.some(({ entries }) => entries.length > 0);
  const [since, setSince] = useState<string | null>(null);
  const all = useLoadCodes(codes.type, state);
  return (
    <div className={classes.bulk} role="region" aria-label={t('configuration.selection')}>
      <strong>{t('configuration.selected', { count: selected.length })}</strong>
      {selected.length < codes.total && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={all.isPending}
          onClick={() => all.mutate({}, { onSuccess: (found) => bench.select(found, true) })}
        >
          {t('configuration.selectAll', { count: Math.min(codes.total, 5000) })}
        </Button>
      )}
      {all.isError && <LoadError error={all.error} />}
      <TargetField
        label={t('configuration.assignSelected')}
        bench={bench}
        value=""
        onChoose={(value) => bench.assign(selected, value, since)}
      />
      {isMapped && <SinceField since={since} first={dayAfter(codes.asOf ?? '2000-01-01')} onChange={setSince} />}
      {isMapped && (
        <Button size="compact-sm" variant="default" onClick={() => bench.unmap(selected)}>
          {t('configuration.unmapSelected')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => bench.select(selected, false)}>
        {t('configuration.clearSelection')}
      </Button>
    </div>
  );
}

/** From which day on a change applies. */
function SinceField(props: { since: string | null; first: string; onChange: (since: string | null) => void }) {
  const { since, first, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('configuration.since')}
        value={since === null ? 'always' : 'day'}
        data={[
          { value: 'always', label: t('configuration.always') },
          { value: 'day', label: t('configuration.fromDay') },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'always' ? null : first)}
      />
      {since !== null && (
        <TextInput
          size="xs"
          type="date"
          aria-label={t('configuration.firstDay')}
          value={since}
          onChange={({ currentTarget }) => currentTarget.value !== '' && onChange(currentTarget.value)}
        />
      )}
    </>
  );
}

function SuggestionsBar({ bench, state, onChange }: CodesToolsProps) {
  const { t } = useTranslation();
  const { codes } = bench;
  const suggested = useLoadCodes(codes.type, state);
  const [none, setNone] = useState(false);
  const accept = (found: readonly ConfigurationCode[]) => {
    const changed = changedCodes(bench.draft);
    const certain = found.filter(({ code, suggestion }) => suggestion?.ticked && !changed.has(code));
    setNone(certain.length === 0);
    if (certain.length > 0) bench.accept(certain);
  };
  return (
    <div className={classes.bulk} data-quiet>
      <IconSparkles size={16} aria-hidden />
      <span>{t('configuration.suggestionCount', { count: codes.counts.suggested })}</span>
      {state.filter !== 'suggested' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange({ filter: 'suggested', page: 1 })}>
          {t('configuration.showSuggestions')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="light"
        loading={suggested.isPending}
        onClick={() => suggested.mutate({ filter: 'suggested', search: '', target: null }, { onSuccess: accept })}
      >
        {t('configuration.acceptSafe')}
      </Button>
      <span role="status" className={shared.hint}>
        {none && t('configuration.noneSafe')}
      </span>
      {suggested.isError && <LoadError error={suggested.error} />}
    </div>
  );
}

function LoadError({ error }: { error: Error }) {
  const { t } = useTranslation();
  return (
    <span role="alert" className={shared.error}>
      {errorText(error, t).message}
    </span>
  );
}
