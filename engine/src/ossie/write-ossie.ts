import { allSynonyms } from '@rise/contract';
import type { Dataset, Dimension, LocalizedText, Measure, Model, Synonyms } from '@rise/contract';
import { compileModel } from '../checks/compile-model.ts';
import type { Expression } from '../expression/tree.ts';
import { quoteText } from '../expression/quote.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { joinName, joinsOf } from '../model/joins.ts';
import { MetricSql } from './metric-sql.ts';
import {
  OSSIE_VERSION,
  VENDOR,
  type ExchangeNote,
  type OssieDataset,
  type OssieExpression,
  type OssieExtension,
  type OssieField,
  type OssieMetric,
  type OssieModel,
  type OssieRelationship,
} from './ossie-document.ts';
import { NotPortable, writePortable, type FieldName } from './portable-sql.ts';

/** A model in the format of Apache Ossie, and what only Rise's extension in it carries. */
export interface OssieExport {
  readonly document: { version: string; semantic_model: OssieModel[] };
  readonly notes: readonly ExchangeNote[];
}

const TYPES = {
  string: 'String',
  integer: 'Integer',
  decimal: 'Decimal',
  date: 'Date',
  timestamp: 'DateTime',
  boolean: 'Boolean',
} as const;

const ansi = (expression: string): OssieExpression => ({ dialects: [{ dialect: 'ANSI_SQL', expression }] });

const extensions = (data: object): { custom_extensions: OssieExtension[] } => ({
  custom_extensions: [{ vendor_name: VENDOR, data: JSON.stringify(data) }],
});

/**
 * Writes a model in the format of Apache Ossie: datasets with their fields, relationships and metrics in standard SQL,
 * and what the format has no word for in custom extensions, so that reading it back returns an equal model.
 */
export function writeOssie(model: Model): OssieExport {
  const notes: ExchangeNote[] = [];
  const compiled = compileModel(model);
  const taken = new Set(model.datasets.map(({ name }) => name));
  const stars = model.datasets.flatMap((dataset) => (dataset.query ? [] : [new Star(compiled, dataset, taken, notes)]));
  const metricNames = new Set<string>();
  const metrics = stars.flatMap((star) => star.metrics(metricNames));
  const { datasets, description, ...rest } = model;
  const derived = datasets.filter(({ query }) => query);
  noteModel(model, notes);
  const document: OssieModel = {
    name: model.name,
    description: description.en,
    datasets: stars.flatMap((star) => star.datasets()),
    relationships: stars.flatMap((star) => star.relationships),
    metrics,
    ...extensions({
      model: { ...rest, description },
      datasets: datasets.map(({ name }) => name),
      ...(derived.length > 0 && { derived }),
    }),
  };
  return { document: { version: OSSIE_VERSION, semantic_model: [document] }, notes };
}

const joinNamed = (join: Dataset['joins'][number]) => ({ name: joinName(join) });

const ONLY = 'The format has no word for it: only the extension of Rise carries it.';

function noteModel(model: Model, notes: ExchangeNote[]): void {
  const words = 'Titles, translations, languages of synonyms, owners, number formats, bands and directions';
  notes.push({ place: 'semantic_model', reason: `${words}: ${ONLY}` });
  if (model.accounts) notes.push({ place: 'accounts', reason: ONLY });
  const amounts = `${ONLY} Other tools add amounts up as they are, in whatever currency: convert them there.`;
  if (model.currency !== undefined) notes.push({ place: 'currency', reason: ONLY });
  if (model.exchangeRates) notes.push({ place: 'exchangeRates', reason: amounts });
  for (const { name } of model.parameters) notes.push({ place: `parameters.${name}`, reason: ONLY });
  for (const { name } of model.mappings) notes.push({ place: `mappings.${name}`, reason: ONLY });
  for (const { name } of model.tests) notes.push({ place: `tests.${name}`, reason: ONLY });
  for (const { name } of model.combined) notes.push({ place: `combined.${name}`, reason: ONLY });
  for (const { name } of [...model.shared.joins.map(joinNamed), ...model.shared.dimensions])
    notes.push({ place: `shared.${name}`, reason: `Written into each dataset that uses it. ${ONLY}` });
  const isDerived = ({ query }: Dataset) => query !== undefined;
  for (const { name } of model.datasets.filter(isDerived))
    notes.push({ place: name, reason: `Its rows are the groups of a query. ${ONLY}` });
  const overTables = model.datasets.filter((dataset) => !isDerived(dataset));
  for (const { name, rules, masks, hierarchies, rollups, snapshots, optional, entity, asOf, joins } of overTables) {
    for (const join of joins.filter(({ where }) => where !== undefined))
      notes.push({
        place: `${name}.joins.${joinName(join)}.where`,
        reason: `${ONLY} Other tools join all rows of '${join.table}': join a view with this condition there.`,
      });
    for (const join of joins.filter(({ valid, latest }) => valid ?? latest))
      notes.push({
        place: `${name}.joins.${joinName(join)}.${join.valid ? 'valid' : 'latest'}`,
        reason: `No relationship: it joins the row of '${join.table}' that is valid for each row. ${ONLY} Create a view with these columns there.`,
      });
    const restriction = `${ONLY} Other tools show all rows and columns: restrict them there.`;
    for (const rule of rules) notes.push({ place: `${name}.rules.${rule.name}`, reason: restriction });
    for (const mask of masks) notes.push({ place: `${name}.masks.${mask.name}`, reason: restriction });
    for (const one of hierarchies) notes.push({ place: `${name}.hierarchies.${one.name}`, reason: ONLY });
    for (const one of rollups) notes.push({ place: `${name}.rollups.${one.name}`, reason: ONLY });
    if (snapshots !== undefined) notes.push({ place: `${name}.snapshots`, reason: ONLY });
    if (entity) notes.push({ place: `${name}.entity`, reason: ONLY });
    if (optional.length > 0) notes.push({ place: `${name}.optional`, reason: ONLY });
    if (asOf) notes.push({ place: `${name}.asOf`, reason: ONLY });
  }
}

/** A dataset as the format has it: its own table, and each joined one as a dataset with a relationship. */
class Star {
  readonly #dataset: Dataset;
  readonly #compiled: CompiledDataset;
  readonly #notes: ExchangeNote[];
  /** By the name of the join: the name of its dataset in the document, its table, and its fields by name. */
  readonly #tables = new Map<
    string,
    { name: string; source: string; fields: Map<string, OssieField>; columns: Map<string, string> }
  >();
  readonly relationships: OssieRelationship[];
  /** Joins that the format has no relationship for, and those that are joined to them. */
  readonly #unrelated = new Set<string>();
  readonly #hidden: { index: number; measure: Measure }[] = [];
  readonly #hiddenDimensions: { index: number; dimension: Dimension }[] = [];

  /** Adds the names of its datasets to `taken`. */
  constructor(compiled: CompiledModel, dataset: Dataset, taken: Set<string>, notes: ExchangeNote[]) {
    this.#dataset = dataset;
    this.#compiled = compiled.datasets.get(dataset.name)!;
    this.#notes = notes;
    const joins = joinsOf(dataset);
    const add = (join: string, source: string, name: string) => {
      taken.add(name);
      this.#tables.set(join, { name, source, fields: new Map(), columns: new Map() });
    };
    add(dataset.table, dataset.table, dataset.name);
    for (const { name, table } of joins) add(name, table, taken.has(name) ? `${dataset.name}__${name}` : name);
    // A relationship is of equal columns: with those alone, rows would come several times.
    const plain = joins.filter(({ validity }) => !validity);
    for (const { name, to, validity } of joins) if (validity || this.#unrelated.has(to)) this.#unrelated.add(name);
    this.relationships = plain.map(({ name, to, on }) => {
      const [from, target] = [this.#tables.get(to)!.name, this.#tables.get(name)!.name];
      return {
        name: `${from}_to_${target}`,
        from,
        to: target,
        from_columns: on.map(({ column }) => column),
        to_columns: on.map(({ key }) => key),
      };
    });
    for (const [index, dimension] of dataset.dimensions.entries()) this.#addDimension(dimension, index);
  }

  /** The fields that the metrics need are added by `metrics`, which therefore comes first. */
  datasets(): OssieDataset[] {
    const { dimensions: _d, measures: _m, description, ...rest } = this.#dataset;
    // A key that is unique among some rows only is no key of the table.
    const joins = joinsOf(this.#dataset).filter((_, index) => this.#dataset.joins[index]!.where === undefined);
    const keys = new Map(
      joins.map(({ name, on, validity }) => [
        name,
        [...on.map(({ key }) => key), ...(validity ? [validity.from] : [])],
      ]),
    );
    return [...this.#tables].map(([join, { name, source, fields }]): OssieDataset => {
      const own = join === this.#dataset.table;
      const key = keys.get(join);
      const data = own
        ? { dataset: { ...rest, description }, dimensions: this.#hiddenDimensions, measures: this.#hidden }
        : { joinedTo: this.#dataset.name };
      return {
        name,
        source,
        ...(key && { primary_key: key }),
        ...(own && describe(description, this.#dataset.synonyms)),
        fields: [...fields.values()],
        ...extensions(data),
      };
    });
  }

  /** Measures as metrics; names are unique in the model. What has no SQL stays in the extension. */
  metrics(taken: Set<string>): OssieMetric[] {
    return this.#dataset.measures.flatMap((measure, index): OssieMetric[] => {
      const place = `${this.#dataset.name}.measures.${measure.name}`;
      const sql = new MetricSql(this.#compiled, this.#nameOf);
      try {
        const expression = ansi(sql.write(this.#compiled.measures.get(measure.name)!));
        const name = taken.has(measure.name) ? `${this.#dataset.name}_${measure.name}` : measure.name;
        taken.add(name);
        for (const reason of sql.warnings) this.#notes.push({ place, reason });
        const instructions = [...sql.warnings].join(' ');
        const { ai_context: context, ...description } = describe(measure.definition, measure.synonyms);
        const hints = { ...(typeof context === 'object' && context), ...(instructions !== '' && { instructions }) };
        return [
          {
            name,
            expression,
            ...description,
            ...(Object.keys(hints).length > 0 && { ai_context: hints }),
            ...extensions({ dataset: this.#dataset.name, index, measure }),
          },
        ];
      } catch (error) {
        if (!(error instanceof NotPortable)) throw error;
        this.#notes.push({ place, reason: `No metric: it ${error.message}. ${ONLY}` });
        this.#hidden.push({ index, measure });
        return [];
      }
    });
  }

  /** A dimension as a field of its table. What has no SQL stays in the extension. */
  #addDimension(dimension: Dimension, index: number): void {
    const place = `${this.#dataset.name}.dimensions.${dimension.name}`;
    const value = rawValue(this.#compiled.expressions.values.get(dimension.name)!);
    const table = dimension.column?.table ?? this.#dataset.table;
    const { fields, columns } = this.#tables.get(table)!;
    try {
      const expression = ansi(this.#fieldSql(value, dimension, table));
      // Metrics use the field of a column, where it has one.
      if (value.kind === 'name' && value.table === table && !dimension.bands) columns.set(value.name, dimension.name);
      fields.set(dimension.name, {
        name: dimension.name,
        expression,
        dimension: { is_time: dimension.type === 'date' || dimension.type === 'timestamp' },
        datatype: dimension.bands ? 'String' : TYPES[dimension.type],
        ...describe(dimension.description, dimension.synonyms),
        ...extensions({ dataset: this.#dataset.name, index, dimension }),
      });
    } catch (error) {
      if (!(error instanceof NotPortable)) throw error;
      this.#notes.push({ place, reason: `No field: it ${error.message}. ${ONLY}` });
      this.#hiddenDimensions.push({ index, dimension });
      return;
    }
    if (dimension.mapping !== undefined)
      this.#notes.push({
        place,
        reason: `Its field has codes: the labels of the mapping '${dimension.mapping}' are the tenant's.`,
      });
    if (dimension.values) this.#notes.push({ place, reason: `Titles of its values: ${ONLY}` });
  }

  /** SQL over columns of the field's own table; those of others are fields of their datasets. */
  #fieldSql(value: Expression, { bands }: Dimension, table: string): string {
    const text = writePortable(withoutTable(value, table), this.#nameOf);
    return bands ? bandsSql(text, bands) : text;
  }

  /** A column as a field of its dataset in the document, which is added where it has none yet. */
  readonly #nameOf: FieldName = (table, column) => {
    if (this.#unrelated.has(table)) throw new NotPortable(`uses columns of '${table}', which has no relationship`);
    const { name, fields, columns } = this.#tables.get(table)!;
    let field = columns.get(column);
    if (field === undefined) {
      const names = new Set([...fields.keys()].map((one) => one.toLowerCase()));
      field = names.has(column.toLowerCase()) ? `${column}_column` : column;
      columns.set(column, field);
      const text = writePortable({ kind: 'name', table: null, name: column, at: 0 }, this.#nameOf);
      fields.set(field, { name: field, expression: ansi(text), ...extensions({ column }) });
    }
    return { dataset: name, field };
  };
}

function withoutTable(expression: Expression, table: string): Expression {
  return JSON.parse(JSON.stringify(expression), (_key, part: unknown) => {
    const { kind, table: of } = (part ?? {}) as Partial<Extract<Expression, { kind: 'name' }>>;
    return kind === 'name' && of === table ? { ...(part as object), table: null } : part;
  }) as Expression;
}

/** The code of a mapped value. */
const rawValue = (value: Expression): Expression =>
  value.kind === 'call' && value.function === 'mapped' ? value.arguments[0]! : value;

function describe(description: LocalizedText | undefined, synonyms: Synonyms) {
  const words = allSynonyms(synonyms);
  return {
    ...(description && { description: description.en }),
    ...(words.length > 0 && { ai_context: { synonyms: words } }),
  };
}

/** Buckets from the highest to the lowest. */
function bandsSql(text: string, bands: NonNullable<Dimension['bands']>): string {
  const when = bands
    .toReversed()
    .map(
      ({ from, value }) =>
        `WHEN ${from === null ? `${text} IS NOT NULL` : `${text} >= ${from}`} THEN ${quoteText(value)}`,
    );
  return `CASE ${when.join(' ')} END`;
}
