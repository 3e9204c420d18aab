import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { CatalogDataset } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { toExact, toFilter, type TestFilter, type TestPatch, type TextTest } from './tests.rules.ts';
import classes from './tests.module.css';

export interface TestFormProps {
  test: TextTest;
  datasets: readonly CatalogDataset[];
  onChange: (patch: TestPatch) => void;
}

/** The fields of a test; each change is written to its part of the text. */
export function TestForm({ test, datasets, onChange }: TestFormProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const dataset = datasets.find(({ name }) => name === test.dataset);
  const setTitle = (en: string, tr: string) =>
    onChange({ title: en.trim() === '' ? undefined : { en, ...(tr.trim() !== '' && { tr }) } });
  const tolerance = (value: string, percent: boolean) =>
    onChange({
      tolerance: value.trim() === '' ? undefined : percent ? { percent: Number(toExact(value)) } : toExact(value),
    });
  return (
    <form
      className={classes.form}
      aria-label={t('modelEditor.tests.form', { name: test.name })}
      onSubmit={(event) => event.preventDefault()}
    >
      <Entry label={t('modelEditor.tests.name')} value={test.name} onChange={(name) => onChange({ name })} />
      <Entry label={t('modelEditor.form.titleEn')} value={test.titleEn} onChange={(en) => setTitle(en, test.titleTr)} />
      {test.titleEn !== '' && (
        <Entry
          label={t('modelEditor.form.titleTr')}
          value={test.titleTr}
          onChange={(tr) => setTitle(test.titleEn, tr)}
        />
      )}
      <NativeSelect
        size="xs"
        label={t('modelEditor.tests.dataset')}
        value={test.dataset}
        data={datasets.map(({ name, title }) => ({ value: name, label: localize(title) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            dataset: value,
            measure: datasets.find(({ name }) => name === value)?.measures[0]?.name ?? test.measure,
            filter: undefined,
          })
        }
      />
      <NativeSelect
        size="xs"
        label={t('modelEditor.review.measure')}
        value={test.measure}
        data={(dataset?.measures ?? []).map(({ name, title }) => ({ value: name, label: localize(title) }))}
        onChange={(event) => onChange({ measure: event.currentTarget.value })}
      />
      {test.filter === null ? (
        <p className={classes.hint}>{t('modelEditor.tests.otherFilter')}</p>
      ) : (
        <Conditions
          filter={test.filter}
          dataset={dataset}
          onFilter={(filter) => onChange({ filter: toFilter(filter, dataset) })}
        />
      )}
      <Entry
        label={t('modelEditor.tests.expectedFigure')}
        value={test.expect}
        onChange={(value) => onChange({ expect: toExact(value) })}
      />
      <div className={classes.pair}>
        <Entry
          label={t('modelEditor.tests.tolerance')}
          value={test.tolerance}
          onChange={(value) => tolerance(value, test.tolerancePercent)}
        />
        <NativeSelect
          size="xs"
          label={t('modelEditor.tests.toleranceUnit')}
          value={test.tolerancePercent ? 'percent' : 'absolute'}
          data={[
            { value: 'absolute', label: t('modelEditor.tests.absolute') },
            { value: 'percent', label: t('modelEditor.tests.percent') },
          ]}
          onChange={(event) => tolerance(test.tolerance || '1', event.currentTarget.value === 'percent')}
        />
      </div>
    </form>
  );
}

interface ConditionsProps {
  filter: TestFilter;
  dataset: CatalogDataset | undefined;
  onFilter: (filter: TestFilter) => void;
}

const isDay = ({ type }: { type: string }) => type === 'date' || type === 'timestamp';

/** Which rows count: values of dimensions, and a period. */
function Conditions({ filter, dataset, onFilter }: ConditionsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { conditions, period } = filter;
  const options = (dataset?.dimensions ?? []).map(({ name, title, type }) => ({
    value: name,
    label: localize(title),
    type,
  }));
  const days = options.filter(isDay);
  const free = options.find((one) => !isDay(one) && !conditions.some(({ field }) => field === one.value));
  const set = (place: number, next: Partial<TestFilter['conditions'][number]>) =>
    onFilter({ ...filter, conditions: conditions.map((one, index) => (index === place ? { ...one, ...next } : one)) });
  return (
    <fieldset className={classes.conditions}>
      <legend>{t('modelEditor.tests.filter')}</legend>
      {conditions.map(({ field, values }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition has no other identity
        <div key={place} className={classes.condition}>
          <NativeSelect
            size="xs"
            label={t('modelEditor.tests.dimension')}
            value={field}
            data={options.map(({ value, label }) => ({ value, label }))}
            onChange={(event) => set(place, { field: event.currentTarget.value, values: [] })}
          />
          <TagsInput
            size="xs"
            label={t('modelEditor.tests.values')}
            value={[...values]}
            onChange={(next) => set(place, { values: next })}
          />
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onFilter({ ...filter, conditions: conditions.filter((_, index) => index !== place) })}
          >
            {t('modelEditor.tests.removeCondition')}
          </Button>
        </div>
      ))}
      {period && (
        <div className={classes.condition}>
          <NativeSelect
            size="xs"
            label={t('modelEditor.tests.date')}
            value={period.field}
            data={days.map(({ value, label }) => ({ value, label }))}
            onChange={(event) => onFilter({ ...filter, period: { ...period, field: event.currentTarget.value } })}
          />
          <div className={classes.pair}>
            {(['since', 'until'] as const).map((end) => (
              <TextInput
                key={end}
                size="xs"
                type="date"
                label={t(`modelEditor.tests.${end}`)}
                value={period[end]}
                onChange={(event) => onFilter({ ...filter, period: { ...period, [end]: event.currentTarget.value } })}
              />
            ))}
          </div>
          <Button size="compact-xs" variant="subtle" onClick={() => onFilter({ ...filter, period: null })}>
            {t('modelEditor.tests.removePeriod')}
          </Button>
        </div>
      )}
      {!period && days.length > 0 && <p className={classes.hint}>{t('modelEditor.tests.periodHelp')}</p>}
      <div className={classes.actions}>
        {free && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onFilter({ ...filter, conditions: [...conditions, { field: free.value, values: [] }] })}
          >
            {t('modelEditor.tests.addCondition')}
          </Button>
        )}
        {!period && days[0] && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onFilter({ ...filter, period: { field: days[0]!.value, since: '', until: '' } })}
          >
            {t('modelEditor.tests.addPeriod')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** A text that is written when the field is left, since each change rewrites the document. */
function Entry({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      // A text that changed elsewhere is mounted again.
      key={value}
      size="xs"
      label={label}
      defaultValue={value}
      onBlur={({ currentTarget: { value: entered } }) => entered !== value && onChange(entered)}
    />
  );
}
