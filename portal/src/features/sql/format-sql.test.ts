import { expect, test } from 'vitest';
import { formatSql } from './format-sql.ts';

test('a statement gets lines, and its parameters stay', async () => {
  const sql = "select state, count(*) from foicu where state in {{states}} and name <> '{{x}}' group by all";
  expect(await formatSql(sql)).toBe(
    `SELECT\n  state,\n  count(*)\nFROM\n  foicu\nWHERE\n  state IN {{states}}\n  AND name <> '{{x}}'\nGROUP BY ALL`,
  );
});

test('a text that is no statement is refused', async () => {
  await expect(formatSql('select (((')).rejects.toThrow(/Parse error/);
});
