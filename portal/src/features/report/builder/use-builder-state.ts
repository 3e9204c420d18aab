import type { CatalogDataset, CatalogMeasure, Report, ReportDocument, ReportDraft } from '@rise/contract';
import { MAX_CHANGES_ON_THE_WAY } from '@rise/contract/report-operations';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportChoices, withChange } from '../report.state.ts';
import { useSubject } from '../use-subject.ts';
import type { Builder } from './builder-context.ts';
import { addTile, findTile } from './canvas/placement.rules.ts';
import { type Draft, useDraft } from './draft/use-draft.ts';
import { useDraftRun } from './draft/use-draft-run.ts';
import { usePresence } from './presence/use-presence.ts';
import { firstTile, type ReportStart, toggleField } from './fields/toggle-field.ts';

export interface BuilderProps {
  stored: ReportDraft;
  /** The draft with the definitions that it uses. */
  report: Report;
  datasets: readonly CatalogDataset[];
  /** What an empty report begins with; null for nothing. */
  start: ReportStart | null;
}

/** The draft, what is selected in it, and its figures as a reader would see them. */
export function useBuilderState({ stored, report: described, datasets: known, start }: BuilderProps) {
  const { t } = useTranslation();
  const draft = useDraft(described.id, stored);
  const { document, change } = draft;
  const datasets = useMemo(() => withOwnMeasures(known, document), [known, document]);
  const [choices, setChoices] = useState<ReportChoices>({ filters: {} });
  const [pageId, setPageId] = useState<string | null>(null);
  const [selectedId, setSelected] = useState<string | null>(null);
  const [fixedLooks, setFixedLooks] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState('');
  const page = document.pages.find((one) => one.id === pageId) ?? document.pages[0]!;
  const selected = (selectedId === null ? null : findTile(document, selectedId)?.tile) ?? null;
  const people = usePresence(described.id, selected?.id ?? null);
  const { rerun, fields, ...run } = useDraftRun({ ...onTheWay(draft), report: described, page: page.id, choices });
  const report = useMemo(
    () => ({ ...described, document, fields: withFields(described.fields, fields) }),
    [described, document, fields],
  );
  const { subject } = useSubject(report, choices);
  const choose = useCallback((next: Partial<ReportChoices>) => setChoices((before) => withChange(before, next)), []);
  const about = useCallback((measure: string, tile: string) => choose({ about: measure, tile }), [choose]);
  const { resolved } = run;
  const openReport = useMemo(
    () => ({
      report,
      choices,
      resolved,
      opening: false,
      subject,
      measure: choices.measure ?? document.measures[0] ?? null,
      choose,
      about,
      rerun,
      isFilteredByMarks: false,
    }),
    [report, choices, resolved, subject, document.measures, choose, about, rerun],
  );
  const shared: Builder = {
    report,
    document,
    page,
    datasets,
    selected,
    select: setSelected,
    people,
    showPage: (next) => {
      setPageId(next);
      setSelected(null);
    },
    change,
    add: (tile, height) => {
      change(addTile(document, page.id, tile, { after: selected?.id ?? null, height }));
      setSelected(tile.id);
    },
    toggleField: (field, name) => {
      const dataset = datasets.find((one) => one.name === name);
      const isChosen = selected !== null && fixedLooks.has(selected.id);
      const toggled = dataset && toggleField({ document, page: page.id, selected, isChosen, field, dataset });
      if (!toggled) return setNews(t('builder.fields.lastMeasure'));
      change(toggled.operations);
      return setSelected(toggled.select);
    },
    keepLook: (tile) => setFixedLooks((before) => new Set(before).add(tile)),
    announce: setNews,
  };
  useStart(start, shared);
  return { draft, shared, openReport, run, news };
}

/** What the tiles are run with: changes on their way go along, unless there are too many, such as after a lost connection. */
function onTheWay({ stored, document, pending }: Draft) {
  if (pending.length > MAX_CHANGES_ON_THE_WAY) return { document: stored.document, pending: [] };
  return { document, pending };
}

/** Fields with those of the latest run that they lack: figures may arrive before the draft is described. */
function withFields(known: Report['fields'], latest: Report['fields'] | null): Report['fields'] {
  if (latest === null) return known;
  const keyOf = ({ name, dataset }: { name: string; dataset?: string | undefined }) => `${dataset ?? ''} ${name}`;
  const added = <T extends { name: string; dataset?: string | undefined }>(before: T[], next: T[]): T[] => {
    const keys = new Set(before.map(keyOf));
    return [...before, ...next.filter((one) => !keys.has(keyOf(one)))];
  };
  return {
    dimensions: added(known.dimensions, latest.dimensions),
    measures: added(known.measures, latest.measures),
  };
}

/** The datasets, with the measures that the report defines among those of its own. */
function withOwnMeasures(datasets: readonly CatalogDataset[], document: ReportDocument): CatalogDataset[] {
  const { customMeasures = [] } = document;
  return datasets.map((dataset) => {
    if (dataset.name !== document.dataset || customMeasures.length === 0) return dataset;
    const own = customMeasures.map((measure): CatalogMeasure => {
      const { name, title = { en: name }, definition = title } = measure;
      const format = measure.format ?? { unit: 'number', decimals: 2, truncate: false };
      const formula = measure.kind === 'formula' ? measure.expression : measure.measure;
      const rest = { caveat: null, better: 'neutral' as const, owner: null, source: null, synonyms: [] };
      return { name, title, definition, format, formula, computedFrom: [], usedBy: [], ...rest };
    });
    return { ...dataset, measures: [...own, ...dataset.measures] };
  });
}

/** Puts a tile with the fields of its address into an empty report, once. */
function useStart(start: ReportStart | null, { document, page, datasets, change, select }: Builder): void {
  const isDone = useRef(false);
  const isEmpty = document.pages.every(({ rows }) => rows.length === 0);
  useEffect(() => {
    if (isDone.current || start === null) return;
    isDone.current = true;
    const dataset = datasets.find((one) => one.name === document.dataset);
    const first = isEmpty && dataset && firstTile(start, { document, page: page.id, dataset });
    if (!first) return;
    change(first.operations);
    select(first.select);
  }, [start, isEmpty, document, page.id, datasets, change, select]);
}
