import { createQueryId, PostgresQueryCompiler } from 'kysely';
import type { PlanValue } from '../plan/predicates.ts';
import type { Statement } from './statement.ts';
import type { Sql } from './dialect.ts';

class Compiler extends PostgresQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '?';
  }
}

/** Names in double quotes, and a question mark per parameter, in order. */
export function compileQuestionMarks(statement: Sql): Statement {
  const compiled = new Compiler().compileQuery(statement.toOperationNode(), createQueryId());
  return { sql: compiled.sql, parameters: compiled.parameters as PlanValue[] };
}
