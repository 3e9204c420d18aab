import { tilesOf } from '@rise/contract';
import type { AggregateQuery, Filter, QueryResult, ReportDocument, ReportSubject } from '@rise/contract';
import type { SubjectValues } from './choices.ts';
import { minimumsOf } from './minimums.rules.ts';
import { fieldNamesOf } from './report-fields.service.ts';
import { type Fields } from './choices.ts';
import { aggregateQuery } from './tile-queries.ts';

/** As many as a filter takes. */
const MAX_VALUES = 200;

/** Dimensions whose values of the subject decide what a report shows. */
export function subjectDimensions(document: ReportDocument, fields: Fields): string[] {
  const { like, where } = document.defaultPeers ?? { like: [], where: [] };
  const minimums = minimumsOf(document).map(({ minimum }) => minimum.field);
  const notes = tilesOf(document).flatMap((tile) => (tile.kind === 'classification' ? (tile.notes ?? []) : []));
  const classes = fieldNamesOf(document).measures.flatMap((name) => fields.measure(name)?.classifies?.dimension ?? []);
  const names = [
    ...like,
    ...where.map(({ field }) => field),
    ...minimums,
    ...notes.map(({ field }) => field),
    ...classes,
  ];
  // What a combined dataset or a newer model does not have decides nothing.
  return [...new Set(names)].filter((name) => fields.dimension(name) !== undefined);
}

/** The subject's own values, of the same rows as its figures. The measure lets a snapshot's last date decide. */
export function subjectQuery(
  document: ReportDocument,
  { key, count, size }: ReportSubject,
  choices: { subject: string; filter: Filter | undefined },
  dimensions: string[],
): AggregateQuery {
  const own: Filter = { field: key, op: 'in', values: [choices.subject] };
  return aggregateQuery(document, {
    dimensions,
    measures: [count ?? size],
    filter: choices.filter ? { all: [own, choices.filter] } : own,
    limit: MAX_VALUES,
  });
}

export function subjectValues({ columns, rows }: QueryResult): SubjectValues {
  return new Map(
    columns.flatMap(({ name, role }, index) => {
      if (role !== 'dimension') return [];
      const values = rows.map((row) => row[index]).filter((value) => value !== null && value !== undefined);
      return [[name, [...new Set(values.map(String))]] as const];
    }),
  );
}
