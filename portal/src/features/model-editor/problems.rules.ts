import type { ModelIssueDetail } from '@rise/contract';

/** Errors of a part of the text, by the field that they are of. */
export interface Problems {
  /** What is wrong with a field; null: nothing. */
  at: (path: readonly string[]) => string | null;
  /** Errors that are of none of the fields. */
  rest: readonly string[];
}

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}.`);

/** The errors under a path of the text such as `datasets.0.rules.1`; null: the text has no such part. */
export function problemsUnder(
  issues: readonly ModelIssueDetail[],
  base: string | null,
  fields: readonly (readonly string[])[],
): Problems {
  const own = base === null ? [] : issues.filter(({ path }) => isWithin(path, base));
  const of = (field: readonly string[]) => own.filter(({ path }) => isWithin(path, `${base}.${field.join('.')}`));
  return {
    at: (field) =>
      of(field)
        .map(({ message }) => message)
        .join(' ') || null,
    rest: own.filter((issue) => !fields.some((field) => of(field).includes(issue))).map(({ message }) => message),
  };
}
