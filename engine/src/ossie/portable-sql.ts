import { binary, call } from '../expression/build.ts';
import { mapParts, type Expression } from '../expression/tree.ts';
import { writeExpression } from '../expression/write.ts';

/** What has no form in the specification's SQL; the message completes "…: it ". */
export class NotPortable extends Error {
  override readonly name = 'NotPortable';
}

/** Functions of the expression language that the specification has with the same meaning. */
const SAME_FUNCTIONS = new Set(
  `upper lower trim length substring replace abs sign floor ceil round sqrt power exp ln coalesce nullif greatest least
   year quarter month day`.split(/\s+/),
);
/** Types of CAST that standard SQL has by the same name and with the same range of values. */
const SAME_TYPES = new Set(['boolean', 'integer', 'date', 'timestamp']);

/** The name of a column in the document, as dataset and field. */
export type FieldName = (table: string, column: string) => { dataset: string; field: string };

/** An expression over columns as SQL over the document's fields. Throws `NotPortable`. */
export function writePortable(expression: Expression, nameOf: FieldName): string {
  return writeExpression(toPortable(expression, nameOf));
}

function toPortable(expression: Expression, nameOf: FieldName): Expression {
  const inner = (part: Expression): Expression => toPortable(part, nameOf);
  switch (expression.kind) {
    case 'name': {
      if (expression.table === null) return expression;
      const { dataset, field } = nameOf(expression.table, expression.name);
      return { ...expression, table: dataset, name: field };
    }
    case 'parameter':
      throw new NotPortable(`uses the parameter ':${expression.name}'`);
    case 'call':
      if (SAME_FUNCTIONS.has(expression.function)) return mapParts(expression, inner);
      throw new NotPortable(`uses ${expression.function.toUpperCase()}`);
    case 'cast':
      if (SAME_TYPES.has(expression.type)) return mapParts(expression, inner);
      throw new NotPortable(`casts to ${expression.type}`);
    case 'binary':
      return expression.operator === '/' || expression.operator === '%'
        ? divide(expression, inner)
        : mapParts(expression, inner);
    case 'perKey':
      throw new NotPortable('is computed for each key from all rows that the reader sees');
    case 'weighted':
      throw new NotPortable('weights its values');
    case 'since':
      throw new NotPortable("counts periods of the tenant's calendar");
    case 'lookup':
    case 'absent':
    case 'nothing':
      throw new NotPortable('depends on the reader or the tenant');
    default:
      return mapParts(expression, inner);
  }
}

/** A division by zero has no value here, and fails elsewhere; whole numbers divide exactly here, and elsewhere do not. */
function divide(
  { operator, left, right, at }: Extract<Expression, { kind: 'binary' }>,
  inner: (part: Expression) => Expression,
): Expression {
  const number = (value: string): Expression => ({ kind: 'number', value, at });
  const isExact = operator === '%' || (left.kind === 'binary' && left.operator === '/');
  const isZeroSafe = right.kind === 'number' && Number(right.value) !== 0;
  return {
    kind: 'binary',
    operator,
    left: isExact ? inner(left) : binary(number('1.0'), '*', inner(left)),
    right: isZeroSafe ? right : call('nullif', inner(right), number('0')),
    at,
  };
}
