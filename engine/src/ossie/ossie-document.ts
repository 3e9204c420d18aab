import { z } from 'zod';

/** The version of Apache Ossie's core specification that is written. */
export const OSSIE_VERSION = '0.2.0.dev0';

/** Rise's name in custom extensions. */
export const VENDOR = 'RISE';

const aiContext = z.union([
  z.string(),
  z.looseObject({
    instructions: z.string().optional(),
    synonyms: z.array(z.string()).optional(),
    examples: z.array(z.string()).optional(),
  }),
]);
export type AiContext = z.infer<typeof aiContext>;

/** `data` is JSON as text; examples of the specification also write it as an object. */
const extension = z.strictObject({
  vendor_name: z.string(),
  data: z.union([z.string(), z.record(z.string(), z.unknown())]),
});
export type OssieExtension = z.infer<typeof extension>;

const expression = z.strictObject({
  dialects: z.array(z.strictObject({ dialect: z.string(), expression: z.string() })).min(1),
});
export type OssieExpression = z.infer<typeof expression>;

export const DATA_TYPES = [
  'String',
  'Integer',
  'Decimal',
  'Float',
  'Boolean',
  'Date',
  'Time',
  'DateTime',
  'DateTimeTz',
  'Opaque',
] as const;

const common = {
  name: z.string().min(1),
  description: z.string().optional(),
  ai_context: aiContext.optional(),
  custom_extensions: z.array(extension).optional(),
};

const field = z.strictObject({
  ...common,
  expression,
  dimension: z.strictObject({ is_time: z.boolean().optional() }).optional(),
  label: z.string().optional(),
  datatype: z.enum(DATA_TYPES).optional(),
});
export type OssieField = z.infer<typeof field>;

const metric = z.strictObject({ ...common, expression, datatype: z.enum(DATA_TYPES).optional() });
export type OssieMetric = z.infer<typeof metric>;

const columns = z.array(z.string()).min(1);

const dataset = z.strictObject({
  ...common,
  source: z.string().min(1),
  primary_key: z.array(z.string()).optional(),
  unique_keys: z.array(z.array(z.string())).optional(),
  fields: z.array(field).optional(),
  metrics: z.array(metric).optional(),
});
export type OssieDataset = z.infer<typeof dataset>;

const relationship = z.strictObject({
  ...common,
  from: z.string(),
  to: z.string(),
  from_columns: columns,
  to_columns: columns,
});
export type OssieRelationship = z.infer<typeof relationship>;

const content = {
  ...common,
  datasets: z.array(dataset).min(1),
  relationships: z.array(relationship).optional(),
  metrics: z.array(metric).optional(),
};
const semanticModel = z.strictObject(content);
export type OssieModel = z.infer<typeof semanticModel>;

const version = z.union([z.string(), z.number()]).optional();

/** A document as the specification's schema has it, with a list of models. */
export const ossieDocument = z.strictObject({
  version,
  dialects: z.array(z.string()).optional(),
  vendors: z.array(z.string()).optional(),
  semantic_model: z.array(semanticModel).min(1),
});

/** A document that is one model itself, as newer examples of the specification are. */
export const flatOssieDocument = z.strictObject({
  version,
  dialects: z.array(z.string()).optional(),
  vendors: z.array(z.string()).optional(),
  ...content,
});

/** What could not be carried, or only in Rise's own extension: its place in the document or model, and the reason. */
export interface ExchangeNote {
  readonly place: string;
  readonly reason: string;
}
