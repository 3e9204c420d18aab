import {
  type Language,
  localize,
  parameterValues,
  type ReportDocument,
  type ReportState,
  type ResolvedChoices,
} from '@rise/contract';
import type { SheetCell } from '@rise/engine';
import { filterWords } from '../reports/filter-words.ts';
import { count, text } from './sheet-cells.rules.ts';
import { titleWithUnit, type TableContext } from './tile-tables.rules.ts';

/** What a cover says besides the report itself. */
export interface CoverFacts {
  readonly tenant: string;
  /** Who exported; null for the server itself. */
  readonly author: string | null;
  /** 'YYYY-MM-DD HH:MM:SS', UTC. */
  readonly createdAt: string;
  readonly state: ReportState;
  readonly resolved: ResolvedChoices;
  /** Name and key of the subject; null without one. */
  readonly subject: { readonly title: string; readonly key: string } | null;
}

/** A sheet behind the cover. */
export interface CoverEntry {
  readonly title: string;
  readonly rows: SheetCell;
}

/** What the workbook shows: of when, of whom, with which selections, and where. */
export function coverRows(facts: CoverFacts, sheets: readonly CoverEntry[], context: TableContext): SheetCell[][] {
  const { report, language, texts } = context;
  const { document, dataVersion, asOf, loadedAt } = report;
  const line = (name: string, value: SheetCell): SheetCell[] => [text(name, 'note'), value];
  const moment = (value: string): SheetCell => ({ kind: 'time', value: value.slice(0, 19) });
  return [
    [text(localize(document.title, language), 'title')],
    [text(localize(document.purpose, language), 'note')],
    [],
    line(texts.organization, text(facts.tenant)),
    ...(asOf === null ? [] : [line(texts.asOf, { kind: 'day', value: asOf })]),
    ...(dataVersion === null ? [] : [line(texts.dataVersion, count(dataVersion))]),
    ...(loadedAt === null ? [] : [line(texts.loaded, moment(loadedAt))]),
    line(texts.created, moment(facts.createdAt)),
    ...(facts.author === null ? [] : [line(texts.createdBy, text(facts.author))]),
    [],
    [text(texts.selections, 'head')],
    ...selectionsOf(facts, context).map(([name, value]) => line(name, text(value))),
    [],
    [text(texts.sheets, 'head'), text(texts.rows, 'head')],
    ...sheets.map(({ title, rows }): SheetCell[] => [text(title), rows]),
  ];
}

/** What the reader selected, and the peers, by name. */
export function selectionsOf({ state, resolved, subject }: CoverFacts, context: TableContext): [string, string][] {
  const { report, language, texts } = context;
  const { document, fields } = report;
  const titleOf = (field: string) => {
    const dimension = fields.dimensions.find(({ name }) => name === field);
    return dimension ? localize(dimension.title, language) : field;
  };
  const measure = fields.measures.find(({ name }) => name === context.measure);
  const { period } = document;
  const chosen = state.period ?? period?.default;
  const days = period && chosen ? [[titleOf(period.field), periodText(chosen, texts)] as [string, string]] : [];
  const filters = { ...state.filters, ...resolved.peers.filters };
  const chosenFilters = Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0));
  return [
    ...(subject && document.subject
      ? [[localize(document.subject.label, language), `${subject.title} (${subject.key})`] as [string, string]]
      : []),
    ...(measure ? [[texts.measure, localize(measure.title, language)] as [string, string]] : []),
    ...(resolved.peers.by === 'all' ? [[texts.peers, texts.allPeers] as [string, string]] : []),
    ...parametersOf(document, state, language),
    ...days,
    ...filterWords(chosenFilters, report, language),
  ];
}

/** Each parameter with its value. */
function parametersOf(
  document: ReportDocument,
  { parameters: chosen }: ReportState,
  language: Language,
): [string, string][] {
  const { parameters = [] } = document;
  const values = parameterValues(document, chosen);
  return parameters.map(({ name, title, unit }) => [
    localize(title, language),
    new Intl.NumberFormat(language, {
      style: unit === 'percent' ? 'percent' : 'decimal',
      maximumFractionDigits: 6,
    }).format(values[name]!),
  ]);
}

/** A range of days in words. */
function periodText(period: NonNullable<ReportState['period']>, texts: TableContext['texts']): string {
  if ('last' in period) return texts.last(period.last, period.unit);
  if ('current' in period) return texts.current(period.current);
  return period.since || period.until ? `${period.since ?? ''} – ${period.until ?? ''}` : texts.allPeers;
}

/** What each measure of the report means. */
export function definitionRows({ report, language, texts }: TableContext): SheetCell[][] {
  return [
    [text(texts.measure, 'head'), text(texts.definition, 'head'), text(texts.caveat, 'head')],
    ...report.fields.measures.map((measure): SheetCell[] => [
      text(titleWithUnit(measure, report.currency, language)),
      text(localize(measure.definition, language)),
      measure.caveat ? text(localize(measure.caveat, language)) : null,
    ]),
  ];
}
