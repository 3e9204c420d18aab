import type { GeneratedDatasets, ModelQuestion } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { addDatasets, answerIn, answerQuestion } from './answers.rules.ts';

const column = { table: 'entry', column: 'balance' };
const balance = (more: object) => ({
  list: 'measures' as const,
  member: { name: 'balance', kind: 'sum', columns: [column], ...more, title: { en: 'Balance', tr: 'Bakiye' } },
});
const dimension = (more: object) => ({
  list: 'dimensions' as const,
  member: { name: 'code', type: 'string', column: { table: 'entry', column: 'code' }, ...more },
});

const BALANCE: ModelQuestion = {
  id: 'entry.balance.running_balance',
  kind: 'running_balance',
  dataset: 'entry',
  table: 'entry',
  column: 'balance',
  evidence: {},
  recommended: 'last_known',
  answers: [
    { id: 'last_known', members: [balance({ over: { time: 'booked', take: 'last', per: 'account_id' } })] },
    { id: 'sum', members: [balance({})] },
    { id: 'leave_out', members: [] },
  ],
};
const CODES: ModelQuestion = {
  ...BALANCE,
  id: 'entry.code.codes',
  kind: 'codes',
  column: 'code',
  recommended: 'mapping',
  answers: [
    {
      id: 'mapping',
      members: [
        dimension({ mapping: 'entry_code' }),
        { list: 'mappings', member: { name: 'entry_code', title: { en: 'Codes' } } },
      ],
    },
    { id: 'text', members: [dimension({})] },
  ],
};
const GENERATED: GeneratedDatasets = {
  document: `name: model
title: { en: "Data model" }
datasets:
  - name: entry
    table: entry # 200 rows
    dimensions: []
    measures:
      # guess: called 'amount'
      - name: amount
        kind: sum
`,
  datasets: ['entry'],
  questions: [BALANCE, CODES],
  skipped: [],
};

const OWN = `# Our model, since 2019.
extends: template # by the operator
datasets:
  - name: loans
    measures:
      - { name: amount, title: { en: Amount } } # as the board calls it
`;

describe('generated datasets', () => {
  it('become a model of their own where there is none, each question answered as recommended', () => {
    const text = addDatasets('', GENERATED)!;
    expect(text).toContain("# guess: called 'amount'");
    expect(answerIn(text, BALANCE)).toBe('last_known');
    expect(answerIn(text, CODES)).toBe('mapping');
    expect(text).toContain('mapping: entry_code');
    expect(text).toMatch(/^mappings:\n {2}- name: entry_code/m);
  });

  it('are added to a text without touching the rest of it, once', () => {
    const text = addDatasets(OWN, GENERATED)!;
    expect(text.startsWith(OWN)).toBe(true);
    expect(text).toContain('  - name: entry\n    table: entry # 200 rows');
    expect(addDatasets(text, GENERATED)).toBe(text);
  });

  it('are not added to a text whose YAML is broken', () => {
    expect(addDatasets(`${OWN}  - [`, GENERATED)).toBeNull();
  });
});

describe('an answer', () => {
  it('replaces the one before, and leaves comments as they are', () => {
    const text = addDatasets(OWN, GENERATED)!;
    const summed = answerQuestion(text, BALANCE, BALANCE.answers[1]!);
    expect(answerIn(summed, BALANCE)).toBe('sum');
    expect(summed.match(/name: balance/g)).toHaveLength(1);
    const left = answerQuestion(summed, BALANCE, BALANCE.answers[2]!);
    expect(answerIn(left, BALANCE)).toBe('leave_out');
    expect(left).not.toContain('name: balance');
    expect(left).toContain('# as the board calls it');
    const plain = answerQuestion(left, CODES, CODES.answers[1]!);
    expect(answerIn(plain, CODES)).toBe('text');
    expect(plain).not.toContain('mappings:');
    expect(answerIn(answerQuestion(plain, CODES, CODES.answers[0]!), CODES)).toBe('mapping');
  });

  it('is unknown where the author wrote something else', () => {
    const text = addDatasets('', GENERATED)!.replace('take: last', 'take: average');
    expect(answerIn(text, BALANCE)).toBeNull();
    expect(answerQuestion('a: [', BALANCE, BALANCE.answers[0]!)).toBe('a: [');
  });
});
