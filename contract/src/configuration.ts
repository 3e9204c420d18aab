import { z } from 'zod';
import { mappedCode, mappingCategory, mappingChanges, mappingRule, mappingVersion, sourceCode } from './mappings.ts';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { basisNumber } from './values/version-number.ts';

/** The most codes in one answer. */
export const MAX_CODE_PAGE = 5000;

/** An additive measure by which codes are weighed. */
const weight = z.object({
  /** `dataset.measure` */
  name: z.string(),
  title: localizedText,
  dataset: localizedText,
  format: figureFormat,
});
export type CodeWeight = z.infer<typeof weight>;

/** Rows and the part of the measure, of all and of those whose code is unmapped. Amounts are exact decimals. */
const weighed = z.object({
  rows: z.int().nonnegative(),
  unmappedRows: z.int().nonnegative(),
  amount: z.string().nullable(),
  unmappedAmount: z.string().nullable(),
});

/** A type of codes of the tenant's model: a mapping, or a dimension whose labels are in the model. */
export const configurationType = weighed.extend({
  type: fieldName,
  title: localizedText,
  description: localizedText.nullable(),
  /** False where the labels are in the model. */
  editable: z.boolean(),
  /** Distinct codes in the data. */
  codes: z.int().nonnegative(),
  unmappedCodes: z.int().nonnegative(),
  weight: weight.nullable(),
  /** The active version; null while nothing is mapped. */
  version: mappingVersion.nullable(),
  /** Datasets whose fields use it. */
  datasets: z.array(localizedText),
});
export type ConfigurationType = z.infer<typeof configurationType>;

/** Why a target is suggested, best first. */
export const suggestionReason = z.enum(['earlier', 'same', 'rule', 'other', 'similar']);

const suggestion = z.object({
  value: z.string(),
  reason: suggestionReason,
  /** 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** What it is derived from: the similar code, the rule's pattern, the version's number or the other mapping. */
  source: z.string(),
  /** Whether it is safe enough to be accepted with others. */
  ticked: z.boolean(),
});
export type CodeSuggestion = z.infer<typeof suggestion>;

const codeStatus = z.enum(['unmapped', 'partly', 'mapped', 'absent']);

/** A code of the current data, or one that is mapped and does not occur in it (`absent`). */
export const codeValue = z.object({
  code: sourceCode,
  rows: z.int().nonnegative(),
  amount: z.string().nullable(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** `partly`: mapped on some days of its rows only. */
  status: codeStatus,
  unmappedRows: z.int().nonnegative(),
  /** Its entries in the active version. */
  entries: z.array(mappedCode),
  /** Other codes of the data that differ only in case, accents or blanks. */
  variants: z.array(z.string()),
  suggestion: suggestion.nullable(),
});
export type ConfigurationCode = z.infer<typeof codeValue>;

export const codeFilter = z.enum(['all', 'unmapped', 'mapped', 'suggested', 'changed', 'absent']);
export type CodeFilter = z.infer<typeof codeFilter>;
/** `urgent`: unmapped ones first, by amount. */
export const codeOrder = z.enum(['urgent', 'code', 'rows', 'amount', 'first', 'last', 'target']);
export type CodeOrder = z.infer<typeof codeOrder>;

/** One page of the codes of a type, and what the whole type needs. */
export const configurationCodes = z.object({
  type: fieldName,
  title: localizedText,
  description: localizedText.nullable(),
  editable: z.boolean(),
  /** Where the labels are in the model: the column of the codes, on which a tenant can define a type of its own. */
  column: z.object({ table: z.string(), column: z.string() }).nullable(),
  /** Whether changes need the approval of another administrator. */
  needsApproval: z.boolean(),
  /** The active version; 0 where there is none. */
  version: z.int().nonnegative(),
  /** Targets of the model, in display order; null where categories are the tenant's own. */
  targets: z.array(z.object({ value: z.string(), title: localizedText })).nullable(),
  attributes: z.array(z.object({ name: fieldName, title: localizedText })),
  categories: z.array(mappingCategory),
  rules: z.array(mappingRule),
  weights: z.array(weight),
  /** Name of the one that amounts are of. */
  weight: z.string().nullable(),
  totals: weighed,
  counts: z.record(codeFilter, z.int().nonnegative()),
  /** By target, what maps to it with the caller's draft: the values of targets or categories that have codes. */
  byTarget: z.array(
    z.object({ value: z.string(), codes: z.int(), rows: z.int(), amount: z.string().nullable(), known: z.boolean() }),
  ),
  codes: z.array(codeValue),
  /** Number of codes that pass search and filter. */
  total: z.int().nonnegative(),
  /** True where the data has more codes than can be listed. */
  truncated: z.boolean(),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
});
export type ConfigurationCodes = z.infer<typeof configurationCodes>;

/** Changes that a person has not saved yet, and the version that they were made on. */
const draft = z.strictObject({ basedOn: basisNumber, ...mappingChanges });
export type MappingDraft = z.infer<typeof draft>;
const DRAFT_BYTES = 4 * 1024 * 1024;

const move = z.object({
  /** The label; null for rows without a code. Omitted where the measure is not split by label. */
  target: z.string().nullable().optional(),
  /** First day of the period; null where the dataset has no day. */
  period: z.string().nullable(),
  before: z.union([z.string(), z.number()]).nullable(),
  after: z.union([z.string(), z.number()]).nullable(),
});

/** How figures of one version of the data would change. */
export const mappingImpact = z.object({
  figures: z.array(
    z.object({
      dataset: localizedText,
      measure: fieldName,
      title: localizedText,
      format: figureFormat,
      /** The dimension by whose labels it is split; null: the measure itself is computed from codes. */
      dimension: localizedText.nullable(),
      grain: z.enum(['month', 'quarter', 'year']).nullable(),
      moves: z.array(move),
      /** True where more moves than are listed. */
      truncated: z.boolean(),
    }),
  ),
  /** Number of measures and dimensions that use the mapping and do not move. */
  unmoved: z.int().nonnegative(),
  /** The first and last period before the latest one in which a figure moves; null: none does. */
  closed: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Of the rows, the share whose code is unmapped, before and after. */
  unmappedShare: z.object({ before: z.number(), after: z.number() }).nullable(),
  dataVersion: z.int(),
});
export type MappingImpact = z.infer<typeof mappingImpact>;

const manage = { permission: 'configuration.manage', tenant: 'tenant' } as const;
const WAREHOUSE_ERRORS = ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'] as const;
const page = {
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_CODE_PAGE).default(100),
};

export const configurationRoutes = {
  'GET /api/v1/configuration/types': defineRoute({
    summary: 'List the types of codes of the tenant’s model, with how much of the data is unmapped',
    ...manage,
    audit: { action: 'configuration.types', when: 'denied' },
    input: {},
    output: z.object({ types: z.array(configurationType), dataVersion: z.int(), asOf: z.string().nullable() }),
    errors: [...WAREHOUSE_ERRORS],
  }),
  'GET /api/v1/configuration/codes': defineRoute({
    summary: 'List the codes of one type in the current data, mapped and unmapped',
    ...manage,
    audit: { action: 'configuration.codes', when: 'denied' },
    input: {
      query: z.strictObject({
        type: fieldName,
        search: z.string().max(200).default(''),
        filter: codeFilter.default('all'),
        order: codeOrder.default('urgent'),
        direction: z.enum(['asc', 'desc']).default('desc'),
        weight: z.string().max(200).optional(),
        /** Only codes of this target, with the caller's draft. */
        target: z.string().max(200).optional(),
        ...page,
      }),
    },
    output: configurationCodes,
    errors: [...WAREHOUSE_ERRORS],
  }),
  'POST /api/v1/configuration/impact': defineRoute({
    summary: 'Which figures a change of a mapping moves, and by how much; nothing is saved',
    ...manage,
    audit: { action: 'configuration.impact', when: 'denied' },
    readOnly: true,
    bodyBytes: DRAFT_BYTES,
    input: { body: z.strictObject({ type: fieldName, set: mappingChanges.set, remove: mappingChanges.remove }) },
    output: mappingImpact,
    errors: [...WAREHOUSE_ERRORS],
  }),
  'GET /api/v1/configuration/draft': defineRoute({
    summary: 'Read one’s unsaved changes of a mapping',
    ...manage,
    audit: { action: 'configuration.draft', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: z.object({ draft: draft.nullable() }),
    errors: [],
  }),
  'PUT /api/v1/configuration/draft': defineRoute({
    summary: 'Store one’s unsaved changes of a mapping; null discards them',
    ...manage,
    audit: { action: 'configuration.draft-put', when: 'denied' },
    bodyBytes: DRAFT_BYTES,
    input: { body: z.strictObject({ type: fieldName, draft: draft.nullable() }) },
    output: z.object({ draft: draft.nullable() }),
    errors: [],
  }),
  'POST /api/v1/configuration/rejections': defineRoute({
    summary: 'Reject a suggestion, which is then not made again; or allow it again',
    ...manage,
    audit: { action: 'configuration.rejection', when: 'always' },
    input: {
      body: z.strictObject({
        type: fieldName,
        code: z.string().max(200),
        value: z.string().min(1).max(200),
        rejected: z.boolean().default(true),
      }),
    },
    output: z.object({ rejected: z.boolean() }),
    errors: [],
  }),
} as const;
