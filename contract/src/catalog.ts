import { z } from 'zod';
import { direction } from './model.ts';
import { dimension } from './model/dimension.ts';
import { defineRoute } from './protocol/define-route.ts';
import { measureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';

export const catalogMeasure = z.object({
  name: z.string(),
  title: localizedText,
  definition: localizedText,
  caveat: localizedText.nullable(),
  format: measureFormat,
  better: direction,
  /** With account codes, signs and `FormulaWord`s, as in an explanation. */
  formula: z.string(),
  owner: z.string().nullable(),
  /** The publication that the definition follows. */
  source: z.string().nullable(),
  /** Names of the dataset's measures that it is computed from, and of those computed from it. */
  computedFrom: z.array(z.string()),
  usedBy: z.array(z.string()),
  /** Other names, of any language. */
  synonyms: z.array(z.string()),
});
export type CatalogMeasure = z.infer<typeof catalogMeasure>;

export const catalogDimension = z.object({
  name: z.string(),
  title: localizedText,
  description: localizedText.nullable(),
  type: dimension.shape.type,
  /** The mapping that labels its codes. */
  mapping: z.string().nullable(),
  /** Other names, of any language. */
  synonyms: z.array(z.string()),
});
export type CatalogDimension = z.infer<typeof catalogDimension>;

export const catalogDataset = z.object({
  name: z.string(),
  title: localizedText,
  description: localizedText,
  owner: z.string().nullable(),
  /** The table that its rows are of; null where they come from several, or from a query. */
  table: z.string().nullable(),
  /** In the model's order. */
  dimensions: z.array(catalogDimension),
  measures: z.array(catalogMeasure),
});
export type CatalogDataset = z.infer<typeof catalogDataset>;

/** A report that shows a measure, or groups or filters by a dimension. */
const usingReport = z.object({ id: z.string(), title: localizedText });

export const catalogRoutes = {
  'GET /api/v1/catalog': defineRoute({
    summary: 'Read what the datasets, dimensions and measures of the tenant’s model mean, and how they are computed',
    permission: 'model.read',
    tenant: 'tenant',
    audit: { action: 'catalog.read', when: 'denied' },
    input: {},
    /** Without a model, there are no datasets. */
    output: z.object({ datasets: z.array(catalogDataset) }),
    errors: [],
  }),
  'GET /api/v1/catalog/usage': defineRoute({
    summary: 'List the reports that use a measure or dimension',
    permission: 'model.read',
    tenant: 'tenant',
    audit: { action: 'catalog.usage', when: 'denied' },
    input: { query: z.object({ dataset: z.string().max(100), name: z.string().max(100) }) },
    /** None for a reader who may not open reports. */
    output: z.object({ reports: z.array(usingReport) }),
    errors: [],
  }),
} as const;
