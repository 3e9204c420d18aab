import type { Dimension } from '@rise/contract';
import { parseExpression } from '../expression/parse.ts';
import { ExpressionError } from '../expression/tokens.ts';
import { mapParts, walk, type Expression } from '../expression/tree.ts';
import { writeExpression } from '../expression/write.ts';
import { namesOf } from './import-names.ts';
import type { ExchangeNote, OssieDataset, OssieExpression, OssieField } from './ossie-document.ts';
import type { StarTables } from './star-tables.ts';

/** Nested references of fields: deeper ones refer to themselves. */
const MAX_DEPTH = 10;

/** Names of standard SQL in the specification. */
const DIALECTS = new Set(['ANSI_SQL', 'OSSIE_SQL_2026']);

/** The text in standard SQL; throws an `ExpressionError` where there is only that of another dialect. */
export function ansiText({ dialects }: OssieExpression): string {
  const own = dialects.find(({ dialect }) => DIALECTS.has(dialect));
  if (own) return own.expression;
  const others = dialects.map(({ dialect }) => dialect).join(', ');
  throw new ExpressionError(0, `It is only in ${others}: add it as ANSI_SQL.`);
}

/** What was not read of an expression in several dialects. */
export function otherDialects({ dialects }: OssieExpression): string[] {
  const others = dialects.map(({ dialect }) => dialect).filter((dialect) => !DIALECTS.has(dialect));
  return others.length === 0 ? [] : [`Its expression in ${others.join(', ')} was not read.`];
}

/** Resolves names of a document's expressions to columns of a star's tables. */
export class FieldResolver {
  readonly #tables: StarTables['tables'];

  constructor({ tables }: StarTables) {
    this.#tables = tables;
  }

  /** A field's expression over columns. Throws `ExpressionError`. */
  field(dataset: OssieDataset, { expression }: OssieField, depth = 0): Expression {
    if (depth > MAX_DEPTH) throw new ExpressionError(0, 'It refers to itself through other fields.');
    const { table } = this.#tables.get(dataset.name)!;
    return this.#resolve(parseExpression(ansiText(expression)), (name) => {
      if (name.table === null) return { ...name, table };
      return this.#qualified(name.table, name.name, name.at, depth);
    });
  }

  /** An expression of a metric, of a dataset where it belongs to one. Throws `ExpressionError`. */
  metric(value: Expression, owner: OssieDataset | null): Expression {
    return this.#resolve(value, ({ table, name, at }) => {
      if (table !== null) return this.#qualified(table, name, at, 0);
      if (owner === null) throw new ExpressionError(at, `'${name}' does not name its dataset. Write dataset.field.`);
      return { kind: 'name', table: this.#tables.get(owner.name)!.table, name, at };
    });
  }

  #resolve(expression: Expression, map: (name: Extract<Expression, { kind: 'name' }>) => Expression): Expression {
    if (expression.kind === 'name') return map(expression);
    return mapParts(expression, (part) => this.#resolve(part, map));
  }

  #qualified(dataset: string, name: string, at: number, depth: number): Expression {
    const found = this.#tables.get(dataset);
    if (!found) throw new ExpressionError(at, `The dataset '${dataset}' is not joined to it.`);
    const field = found.dataset.fields?.find((one) => one.name === name);
    // Some documents qualify columns that are no fields.
    if (!field) return { kind: 'name', table: found.table, name, at };
    return this.field(found.dataset, field, depth + 1);
  }
}

/** Datasets of a document that an expression names. */
export function datasetsIn(expressions: readonly Expression[]): Set<string> {
  const names = new Set<string>();
  for (const expression of expressions)
    walk(expression, (item) => {
      if (item.kind === 'name' && item.table !== null) names.add(item.table);
    });
  return names;
}

const TYPES: Partial<Record<NonNullable<OssieField['datatype']>, Dimension['type']>> = {
  String: 'string',
  Integer: 'integer',
  Boolean: 'boolean',
  Decimal: 'decimal',
  Date: 'date',
  DateTime: 'timestamp',
  DateTimeTz: 'timestamp',
};

/** The fields of a star as dimensions; what is not carried is noted. */
export function importDimensions(star: StarTables, note: (note: ExchangeNote) => void): Dimension[] {
  const resolver = new FieldResolver(star);
  const taken = new Set<string>();
  const dimensions: Dimension[] = [];
  for (const { dataset } of star.tables.values())
    for (const field of dataset.fields ?? []) {
      const place = `datasets.${dataset.name}.fields.${field.name}`;
      try {
        const dimension = importDimension(resolver, dataset, field, taken, (reason) => note({ place, reason }));
        if (dimension) dimensions.push(dimension);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        note({ place, reason: `Not read: ${error.message}` });
      }
    }
  return dimensions;
}

function importDimension(
  resolver: FieldResolver,
  dataset: OssieDataset,
  field: OssieField,
  taken: Set<string>,
  say: (reason: string) => void,
): Dimension | null {
  const { datatype } = field;
  const type = datatype === undefined ? 'string' : TYPES[datatype];
  if (type === undefined) {
    say(`A dimension has no values of the type ${datatype}; metrics still use it.`);
    return null;
  }
  if (type === 'decimal' && field.dimension === undefined) {
    say("A decimal that the document does not call a 'dimension' is a figure; metrics still use it.");
    return null;
  }
  if (datatype === undefined) say("It has no datatype: 'string' was entered. A push compares it with the column.");
  const isTime = field.dimension?.is_time;
  if (isTime !== undefined && isTime !== (type === 'date' || type === 'timestamp'))
    say(`is_time: ${isTime} was not read: here dates and timestamps are times, and nothing else is.`);
  for (const reason of otherDialects(field.expression)) say(reason);
  if (field.label !== undefined) say('Its label was not read: a dimension has one title.');
  const value = resolver.field(dataset, field);
  const names = namesOf(field, taken, dataset.name);
  for (const reason of names.notes) say(reason);
  const { name, title, description, synonyms } = names;
  const column = value.kind === 'name' && value.table !== null ? { table: value.table, column: value.name } : null;
  return {
    name,
    title,
    ...(description !== null && { description: { en: description } }),
    type,
    ...(column ? { column } : { expression: writeExpression(value) }),
    synonyms,
  };
}
