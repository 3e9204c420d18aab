import { NativeSelect } from '@mantine/core';
import { FilterChip, FilterRow, formatFigure, SearchSelect, type SearchOption, useUiContext } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed, measureNamed, subjectOf, valueTitle } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import { filterValuesQuery, type Member, suggestMembers } from '../report.queries.ts';
import { useReportSource } from '../report-source.ts';
import { filtersInEffect, withFilter, withoutFilters } from '../peers.state.ts';
import { filtersOf } from '../report.state.ts';
import classes from './controls.module.css';
import { ParameterControls } from './parameter-controls.tsx';
import { PeersLine } from './peers-line.tsx';
import { PeriodControl } from './period-control.tsx';

/** Subject, measure and filters of the report, and who the peers are, unless there is nothing to say about them. */
export function ReportControls({ withoutPeers = false }: { withoutPeers?: boolean }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, measure, opening, choose } = useOpenReport();
  const { document } = report;
  const offered = new Set([...document.peers, ...document.filters]);
  // Marks and rows that are selected in tiles have a filter as long as they are.
  const filters = filtersOf(report).filter((field) => offered.has(field) || choices.filters[field]);
  const filtered = Object.keys(choices.filters).length > 0;
  const hasNothing =
    !document.subject &&
    document.measures.length < 2 &&
    filters.length === 0 &&
    !document.period &&
    !document.parameters;
  if (hasNothing) return null;
  return (
    <div className={classes.controls}>
      <div className={classes.first}>
        {document.subject && (
          <div className={classes.picker}>
            <SubjectPicker />
          </div>
        )}
        <PeriodControl />
        <ParameterControls />
        {document.measures.length > 1 && (
          <NativeSelect
            className={classes.measure}
            label={t('report.measure')}
            value={measure ?? ''}
            data={document.measures.map((name) => {
              const { title, label } = measureNamed(report, name);
              return { value: name, label: localize(label ?? title) };
            })}
            onChange={(event) =>
              choose({
                measure: event.currentTarget.value === document.measures[0] ? undefined : event.currentTarget.value,
              })
            }
          />
        )}
      </div>
      <div className={classes.rest} data-opening={opening || undefined}>
        {filters.length > 0 && (
          <FilterRow {...(filtered ? { onClear: () => choose(withoutFilters(report)) } : {})}>
            {filters.map((field) => (
              <ReportFilter key={field} field={field} />
            ))}
          </FilterRow>
        )}
        {document.defaultPeers && !withoutPeers && <PeersLine />}
      </div>
    </div>
  );
}

function SubjectPicker() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const { currency } = useUiContext();
  const { report, subject, choose } = useOpenReport();
  const source = useReportSource();
  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<SearchOption[]> => {
      const { key, title, size } = subjectOf(report);
      const { format } = measureNamed(report, size);
      const members = await suggestMembers(report, text, signal, source);
      return members.map((member) => ({
        value: String(member[key]),
        title: String(member[title] ?? member[key]),
        detail: detailOf(report, member, localize),
        figure: formatFigure(member[size] as string | number | null, format, {
          locale: language,
          currency,
          compact: true,
        }),
      }));
    },
    [report, source, localize, language, currency],
  );
  return (
    <SearchSelect
      label={localize(subjectOf(report).label)}
      placeholder={t('report.findMember')}
      value={subject ? { value: subject.key, title: subject.title } : null}
      onSearch={search}
      onChange={({ value }) => choose({ subject: value })}
    />
  );
}

/** The key and further details that distinguish members of the same name. */
function detailOf(
  report: ReturnType<typeof useOpenReport>['report'],
  member: Member,
  localize: ReturnType<typeof useLocalize>,
): string {
  const { key, details } = subjectOf(report);
  const words = details
    .filter((field) => field !== key && member[field] !== null)
    .map((field) => valueTitle(dimensionNamed(report, field), member[field] ?? null, localize));
  return [`#${String(member[key])}`, ...words].join(' · ');
}

function ReportFilter({ field }: { field: string }) {
  const { i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose } = useOpenReport();
  const peers = resolved?.peers ?? null;
  const dimension = dimensionNamed(report, field);
  const filters = filtersInEffect(report, choices, peers);
  const { data } = useQuery(filterValuesQuery(report, field, filters, useReportSource()));
  const counts = new Intl.NumberFormat(i18n.language);
  const selected = filters[field] ?? [];
  const filterValues = data ?? [];
  const order = new Map((dimension?.values ?? []).map((option, index) => [String(option.value), index]));
  const options = [
    ...filterValues,
    ...selected
      .filter((value) => !filterValues.some((one) => one.value === value))
      .map((value) => ({ value, members: '0' })),
  ]
    .map(({ value, members }) => ({
      value,
      label: valueTitle(dimension, value, localize),
      ...(members === null || !data ? {} : { detail: counts.format(Number(members)) }),
    }))
    .toSorted(
      (a, b) =>
        (order.get(a.value) ?? order.size) - (order.get(b.value) ?? order.size) ||
        a.label.localeCompare(b.label, i18n.language, { numeric: true }),
    );
  return (
    <FilterChip
      label={dimension ? localize(dimension.title) : field}
      options={options}
      selected={selected}
      onChange={(values) => choose(withFilter(report, choices, peers, { field, values }))}
    />
  );
}
