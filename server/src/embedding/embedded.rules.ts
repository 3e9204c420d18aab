import { filterFields, type Dimension, type Filter, type ReportDocument, type SignedFilters } from '@rise/contract';
import type { EmbedGrant } from '../kernel/actor.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { fieldsByDataset } from '../reports/report-fields.service.ts';
import { typedValue } from '../reports/report-documents.service.ts';

/** Datasets of a model and their dimensions. */
export type Datasets = ReadonlyMap<string, { readonly dimensions: ReadonlyMap<string, Dimension> }>;

/** The document that is shown outside: the signed page only, and no lists of rows. NOT_FOUND where nothing is left. */
export function embeddedDocument(document: ReportDocument, page: string | null): ReportDocument {
  const pages = document.pages
    .filter(({ id }) => page === null || id === page)
    .map((one) => ({
      ...one,
      rows: one.rows
        .map((row) => ({ ...row, tiles: row.tiles.filter(({ kind }) => kind !== 'rows') }))
        .filter(({ tiles }) => tiles.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (pages.length === 0) throw notFound();
  return { ...document, pages };
}

/** Dimensions by which all rows of a report can be limited: those that each of its datasets has. */
export function limitingFields(document: ReportDocument, datasets: Datasets): string[] {
  const names = [...fieldsByDataset(document).keys()];
  const [first, ...others] = names.map((name) => [...(datasets.get(name)?.dimensions.keys() ?? [])]);
  return (first ?? []).filter((field) => others.every((fields) => fields.includes(field)));
}

/**
 * Signed filters as row rules of each dataset that has their fields, so that whatever is queried is limited.
 * VALIDATION_FAILED for a field that some dataset of the report lacks, and for values that are none of its: a filter is
 * never left out.
 */
export function signedRows(
  filters: SignedFilters,
  document: ReportDocument,
  datasets: Datasets,
): NonNullable<EmbedGrant['rows']> {
  const known = limitingFields(document, datasets);
  const issues = Object.keys(filters)
    .filter((field) => !known.includes(field))
    .map((field) => ({
      field: `filters.${field}`,
      message: 'Not every dataset of this report has this dimension. Filter by a field that all of them have.',
    }));
  const ofReport = fieldsByDataset(document);
  const rows = [...datasets].flatMap(([dataset, { dimensions }]) =>
    Object.entries(filters).flatMap(([field, values]) => {
      const dimension = dimensions.get(field);
      if (!dimension) return [];
      const typed = values.map((value) => typedValue(String(value), dimension));
      const usable = typed.filter((value) => value !== null);
      if (usable.length < typed.length && ofReport.has(dataset))
        issues.push({ field: `filters.${field}`, message: `Use values of the type ${dimension.type}.` });
      return [{ dataset, filter: usable.length > 0 ? among(field, usable) : nothing(field) }];
    }),
  );
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
  return rows;
}

const among = (field: string, values: (string | number | boolean)[]): Filter => ({ field, op: 'in', values });

/** No row at all: an empty list of values must not mean all. */
const nothing = (field: string): Filter => ({
  all: [
    { field, op: 'isNull', values: [] },
    { field, op: 'isNotNull', values: [] },
  ],
});

/** Whether the report's own controls offer a filter of this field. */
export const offersFilter = (document: ReportDocument, field: string): boolean =>
  filterFields(document).includes(field);
