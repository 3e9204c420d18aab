import { expect, it } from 'vitest';
import { addRight, removeRight, rightPath, rightsIn, writeRight } from './rights.rules.ts';

const TEXT = `# Ours
name: loans
datasets:
  - name: other
  - name: loans
    table: loan
    rules:
      # Branches see their own loans.
      - name: own
        title: { en: Own branch, tr: Kendi şubesi }
        exceptFor: { roles: [ tenant.admin ], groups: [ audit ] }
        where: branch IN (:user_branch) # by code
    masks:
      - name: names
        title: { en: Names }
        columns:
          - { table: loan, column: holder } # the person
          - { table: member, column: name }
`;
const own = { dataset: 'loans', list: 'rules', index: 0 } as const;
const names = { dataset: 'loans', list: 'masks', index: 0 } as const;

it('reads the rules and masks of a dataset, and where their errors are', () => {
  expect(rightsIn(TEXT, 'loans')).toMatchObject({
    rules: [
      {
        name: 'own',
        titleTr: 'Kendi şubesi',
        where: 'branch IN (:user_branch)',
        appliesTo: null,
        exceptFor: { roles: ['tenant.admin'], groups: ['audit'] },
      },
    ],
    masks: [{ name: 'names', columns: ['loan.holder', 'member.name'] }],
  });
  expect(rightsIn(TEXT, 'of_the_template')).toEqual({ rules: [], masks: [] });
  expect(rightsIn(`${TEXT} [`, 'loans')).toBeNull();
  expect(rightPath(TEXT, names)).toBe('datasets.1.masks.0');
  expect(rightPath(TEXT, { ...own, dataset: 'of_the_template' })).toBeNull();
});

it('changes one field and nothing else', () => {
  expect(writeRight(TEXT, own, { where: "branch = 'north'" })).toBe(
    TEXT.replace('branch IN (:user_branch) #', "branch = 'north' #"),
  );
  expect(writeRight(TEXT, own, { titleTr: '' })).toBe(TEXT.replace(', tr: Kendi şubesi', ''));
  expect(writeRight(TEXT, own, { exceptFor: { roles: ['tenant.admin'], groups: [] } })).toBe(
    TEXT.replace(', groups: [ audit ]', ''),
  );
  expect(writeRight(TEXT, own, { exceptFor: { roles: [], groups: [] } })).not.toContain('exceptFor');
  expect(writeRight(TEXT, own, { appliesTo: { roles: [], groups: ['tellers'] } })).toContain(
    '        appliesTo: { groups: [ tellers ] }\n',
  );
});

it('keeps the comments at columns that stay, and takes a column without a table from the dataset’s own', () => {
  const written = writeRight(TEXT, names, { columns: ['loan.holder', 'phone'] });
  expect(written).toContain('- { table: loan, column: holder } # the person\n');
  expect(written).toContain('- { table: loan, column: phone }\n');
  expect(written).not.toContain('member');
});

it('adds a rule or mask that says nothing yet, under a name of its own', () => {
  const added = addRight(TEXT, 'loans', 'rules')!;
  expect(added.index).toBe(1);
  expect(rightsIn(added.text, 'loans')!.rules[1]).toMatchObject({ name: 'rule', titleTr: 'Satır kuralı', where: '' });
  expect(added.text).toContain('# by code');
  const twice = addRight(added.text, 'loans', 'rules')!;
  expect(rightsIn(twice.text, 'loans')!.rules.map(({ name }) => name)).toEqual(['own', 'rule', 'rule_2']);
  expect(rightsIn(addRight('extends: core\n', 'loans', 'masks')!.text, 'loans')!.masks[0]!.name).toBe('mask');
  expect(addRight(`${TEXT} [`, 'loans', 'rules')).toBeNull();
});

it('removes one with its list where it was the last', () => {
  const without = removeRight(TEXT, own);
  expect(without).not.toContain('rules');
  expect(without).toContain('# the person');
  expect(removeRight(TEXT, { ...own, index: 5 })).toBe(TEXT);
  const [before] = [addRight(TEXT, 'loans', 'rules')!.text];
  expect(removeRight(before, { ...own, index: 1 })).toBe(TEXT);
});
