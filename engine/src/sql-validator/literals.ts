import { createQueryId, PostgresQueryCompiler } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';

/** Inlines values, for view definitions, which cannot have parameters. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (typeof value === 'string' && value.includes('\0')) throw new TypeError('A text with a NUL has no literal.');
    if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('Not a number.');
    this.appendImmediateValue(value);
  }
}

/** The text of a statement with its values inlined. */
export function withLiterals(statement: Sql): string {
  return new LiteralCompiler().compileQuery(statement.toOperationNode(), createQueryId()).sql;
}
