import { expect, it } from 'vitest';
import { z } from 'zod';
import { filter } from './filter.ts';
import { having } from './having.ts';

it('reports what is wrong with the alternative that is meant, as often as it is wrong', () => {
  const wrong = {
    any: Array.from({ length: 50 }, () => ({ all: [{ field: 'state', op: 'x' }, { not: { field: 1, op: 'in' } }] })),
  };
  const { error } = filter.safeParse(wrong);
  expect(error!.issues.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual(
    wrong.any.flatMap((_, index) => [
      `invalid_value any.${index}.all.0.op`,
      `invalid_type any.${index}.all.1.not.field`,
    ]),
  );
  expect(having.safeParse({ not: { measure: 'a', op: 'gt', values: [true] } }).error!.issues).toMatchObject([
    { path: ['not', 'values', 0] },
  ]);
});

it('describes every alternative', () => {
  const text = JSON.stringify(z.toJSONSchema(filter, { io: 'input' }));
  for (const member of ['all', 'any', 'not', 'during', 'otherField', 'values']) expect(text).toContain(`"${member}"`);
});
