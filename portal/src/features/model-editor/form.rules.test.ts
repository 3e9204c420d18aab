import { expect, it } from 'vitest';
import { memberPath, readForm, writeField, writeOver, writePer, type MemberForm } from './form.rules.ts';
import { problemsUnder } from './problems.rules.ts';

const TEXT = `name: loans
datasets:
  - name: loans
    dimensions:
      - { name: day, type: date }
    measures:
      - name: balance # at the end of the day
        kind: sum
        expression: amount
`;
const address = { dataset: 'loans', kind: 'measure', name: 'balance' } as const;
const form = (text: string) => readForm(text, address) as MemberForm;

it('makes a measure a balance, keeps a date that is set, and makes it add up again', () => {
  const last = writeOver(TEXT, address, 'last', 'day');
  expect(last).toBe(`${TEXT}        over: { time: day, take: last }\n`);
  const average = writeOver(last, address, 'average', 'another');
  expect(average).toContain('over: { time: day, take: average }');
  expect(writeOver(average, address, '', 'day')).toBe(TEXT);
});

it('writes the key, order and time of last known values, which go together', () => {
  const last = writeOver(TEXT, address, 'last', 'day');
  const one = writePer(last, address, ['account']);
  expect(one).toContain('per: account }');
  const two = writePer(one, address, ['account', 'branch']);
  expect(form(two).per).toEqual(['account', 'branch']);
  const carried = writeField(writeField(two, address, 'overOrder', 'line'), address, 'overCarry', '90');
  expect(carried).toContain('order: line, carry: { days: 90 } }');
  expect(form(carried).fields).toMatchObject({ overTime: 'day', overTake: 'last', overOrder: 'line', overCarry: '90' });
  expect(writeField(carried, address, 'overCarry', '')).not.toContain('carry');
  expect(writePer(carried, address, [])).toBe(last);
});

it('finds the errors of a member by field, and those of none', () => {
  const issue = (path: string) => ({ line: 1, column: 1, path, message: `wrong ${path}` });
  const base = memberPath(TEXT, address)!;
  expect(base).toBe('datasets.0.measures.0');
  const issues = [`${base}.over.time`, `${base}`, 'datasets.0.measures.01.over.time', 'datasets.0'].map(issue);
  const problems = problemsUnder(issues, base, [['over', 'time'], ['kind']]);
  expect(problems.at(['over', 'time'])).toBe('wrong datasets.0.measures.0.over.time');
  expect(problems.at(['kind'])).toBeNull();
  expect(problems.rest).toEqual(['wrong datasets.0.measures.0']);
  expect(problemsUnder(issues, memberPath(TEXT, { ...address, name: 'x' }), []).rest).toEqual([]);
});
