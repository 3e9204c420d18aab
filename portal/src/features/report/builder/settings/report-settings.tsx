import type { CatalogDataset, ReportDocument, ReportSubject } from '@rise/contract';
import { NativeSelect, Switch } from '@mantine/core';
import { writePeriod } from '@rise/contract/report-address';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { PERIOD_PRESETS, periodName } from '../../controls/period-names.ts';
import { readPeriod } from '../../period.state.ts';
import { useBuilder } from '../builder-context.ts';
import { fieldOf } from '../fields/fields.rules.ts';
import { CustomMeasures } from './custom-measures.tsx';
import { DimensionSelect } from './dimension-select.tsx';
import { DraftText } from './draft-text.tsx';
import { FieldList } from './field-list.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { PageList } from './page-list.tsx';
import { LocalizedFields } from './localized-fields.tsx';
import { ParameterSettings } from './parameter-settings.tsx';
import classes from './settings.module.css';

/** The settings of the report itself. */
export function ReportSettings() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, page, datasets, change } = useBuilder();
  const dataset = datasets.find(({ name }) => name === document.dataset);
  const set = (property: 'title' | 'purpose' | 'filters' | 'filter' | 'measures' | 'peers', value: unknown) =>
    change([{ type: 'set', at: [property], value }]);
  const dimensions = (dataset?.dimensions ?? []).map(({ name, title }) => ({ value: name, label: localize(title) }));
  const measures = (dataset?.measures ?? []).map(({ name, title }) => ({ value: name, label: localize(title) }));
  return (
    <section className={classes.pane} aria-label={t('builder.settings.report')}>
      <h2 className={classes.title}>{t('builder.settings.report')}</h2>
      <LocalizedFields
        value={document.title}
        labels={{ en: t('builder.settings.title'), tr: t('builder.settings.titleTr') }}
        maxLength={120}
        onChange={(title) => title && set('title', title)}
      />
      <LocalizedFields
        value={document.purpose}
        labels={{ en: t('builder.settings.purpose'), tr: t('builder.settings.purposeTr') }}
        maxLength={500}
        rows={2}
        onChange={(purpose) => purpose && set('purpose', purpose)}
      />
      <hr className={classes.divider} />
      <PageList />
      {dataset && (document.pages.length > 1 || page.filter !== undefined) && (
        <FilterEditor
          key={page.id}
          label={t('builder.settings.pageFilter', { name: localize(page.title) })}
          dataset={dataset}
          filter={page.filter}
          onChange={(filter) => change([{ type: 'set', at: ['pages', page.id, 'filter'], value: filter }])}
        />
      )}
      <hr className={classes.divider} />
      <FieldList
        label={t('builder.settings.readerFilters')}
        values={document.filters}
        options={dimensions.filter(({ value }) => !document.peers.includes(value))}
        most={12}
        onChange={(filters) => set('filters', filters)}
      />
      {dataset && (
        <FilterEditor
          label={t('builder.settings.reportFilter')}
          dataset={dataset}
          filter={document.filter}
          onChange={(filter) => set('filter', filter)}
        />
      )}
      {dataset && <PeriodSettings dataset={dataset} />}
      <hr className={classes.divider} />
      {dataset && <CustomMeasures dataset={dataset} />}
      <ParameterSettings />
      <hr className={classes.divider} />
      {dataset && <Comparison dataset={dataset} />}
      {document.subject && (
        <FieldList
          label={t('builder.settings.peersBy')}
          values={document.peers}
          options={dimensions.filter(({ value }) => !document.filters.includes(value))}
          most={12}
          onChange={(peers) => set('peers', peers)}
        />
      )}
      {document.subject && (
        <FieldList
          label={t('builder.settings.readerMeasures')}
          values={document.measures}
          options={measures}
          onChange={(next) => set('measures', next)}
        />
      )}
    </section>
  );
}

/** The date by which readers limit the report, and the range that it opens with. */
function PeriodSettings({ dataset }: { dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const { document, change } = useBuilder();
  const { period } = document;
  if (!dataset.dimensions.some(({ type }) => type === 'date' || type === 'timestamp')) return null;
  const set = (next: ReportDocument['period'] | null) => change([{ type: 'set', at: ['period'], value: next }]);
  const usual = writePeriod(period?.default ?? {});
  return (
    <>
      <DimensionSelect
        label={t('builder.settings.readerPeriod')}
        dataset={dataset}
        dates
        optional
        withoutGrain
        value={period?.field}
        onChange={(request) => set(request === undefined ? null : { ...period, field: fieldOf(request) })}
      />
      {period && (
        <NativeSelect
          size="xs"
          label={t('builder.settings.periodDefault')}
          value={usual}
          data={[...new Set([...PERIOD_PRESETS, usual])].map((preset) => ({
            value: preset,
            label: periodName(readPeriod(preset) ?? {}, t),
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ field: period.field, ...(value !== 'all' && { default: readPeriod(value) ?? {} }) })
          }
        />
      )}
    </>
  );
}

/** Whom the report is about, if it compares a member with its peers. */
function Comparison({ dataset }: { dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, change } = useBuilder();
  const { subject } = document;
  const set = (next: ReportSubject | null) =>
    change([
      { type: 'set', at: ['subject'], value: next },
      // Only a report about a member has peers.
      ...(next === null
        ? ([
            { type: 'set', at: ['defaultPeers'], value: null },
            { type: 'set', at: ['peers'], value: [] },
          ] as const)
        : []),
    ]);
  const [first] = dataset.dimensions;
  const [size] = dataset.measures;
  const dimensions = dataset.dimensions.map(({ name, title }) => ({ value: name, label: localize(title) }));
  const measures = dataset.measures.map(({ name, title }) => ({ value: name, label: localize(title) }));
  return (
    <>
      <Switch
        size="xs"
        label={t('builder.settings.compares')}
        description={t('builder.settings.comparesHelp')}
        checked={subject !== undefined}
        disabled={!first || !size}
        onChange={({ currentTarget }) =>
          set(
            currentTarget.checked
              ? { key: first!.name, title: first!.name, details: [], size: size!.name, label: first!.title }
              : null,
          )
        }
      />
      {subject && (
        <>
          <NativeSelect
            size="xs"
            label={t('builder.settings.subjectKey')}
            value={subject.key}
            data={dimensions}
            onChange={({ currentTarget }) => set({ ...subject, key: currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            label={t('builder.settings.subjectTitle')}
            value={subject.title}
            data={dimensions}
            onChange={({ currentTarget }) => set({ ...subject, title: currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            label={t('builder.settings.subjectSize')}
            value={subject.size}
            data={measures}
            onChange={({ currentTarget }) => set({ ...subject, size: currentTarget.value })}
          />
          <DraftText
            label={t('builder.settings.subjectLabel')}
            value={subject.label.en}
            maxLength={60}
            onChange={(en) => set({ ...subject, label: { ...subject.label, en } })}
          />
        </>
      )}
    </>
  );
}
