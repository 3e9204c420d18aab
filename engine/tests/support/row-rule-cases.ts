import type { ReaderOf } from '../../src/plan/scope.ts';
import { branches, FIELDS } from './random-queries.ts';
import type { Branch } from './tiny-warehouse.ts';

const RULES = `
      - { name: own_grades, title: { en: R }, exceptFor: { roles: [auditor] }, where: "CAST(grade AS string) IN (:user_grade)" }
      - { name: open_ones, title: { en: R }, appliesTo: { groups: [front] }, where: open }
      - { name: not_rich, title: { en: R }, appliesTo: { roles: [clerk], groups: [night] }, where: "balance.assets < :rich OR branch_id = :user_id" }`;
const MASKS = `
      - { name: worth, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: balance, column: worth }] }
      - { name: who, title: { en: M }, exceptFor: { roles: [auditor, clerk] }, columns: [{ table: branch, column: name }] }`;
const PARAMETERS = '[{ name: rich, type: number, default: 2500, title: { en: Rich } }]';
/** Branches of two tenants. */
export const ROWS = branches(11);

export interface Case {
  reader: ReaderOf;
  sees(row: Branch): boolean;
  /** The row as the reader sees it. */
  shown(row: Branch): Branch;
}
const reader = (roles: string[], groups: string[] = [], attributes: ReaderOf['attributes'] = {}): ReaderOf => ({
  roles,
  groups,
  attributes,
});
const grade = (row: Branch, ...grades: number[]) => row.grade !== null && grades.includes(row.grade!);
const nameless = (row: Branch): Branch => ({ ...row, name: null });
/** What each reader sees, defined independently of the model. */
export const CASES: Record<string, Case> = {
  auditor: { reader: reader(['auditor']), sees: () => true, shown: (row) => row },
  manager: {
    reader: reader(['manager'], [], { grade: ['1', '3'] }),
    sees: (row) => grade(row, 1, 3),
    shown: nameless,
  },
  'nobody in particular of one grade': {
    reader: reader(['manager'], ['front'], { grade: ['2'] }),
    sees: (row) => grade(row, 2) && row.open === true,
    shown: nameless,
  },
  clerk: {
    reader: reader(['clerk'], [], { grade: ['1', '2', "3') OR ('1'='1"], id: ['a5'] }),
    sees: (row) => grade(row, 1, 2) && ((row.assets !== null && row.assets! < 2500) || row.id === 'a5'),
    shown: (row) => ({ ...row, worth: null }),
  },
  'auditor at night': {
    reader: reader(['auditor'], ['night'], { id: ['a1', 'a2'] }),
    sees: (row) => row.assets !== null && row.assets! < 2500,
    shown: (row) => row,
  },
  'without the attribute': { reader: reader(['manager']), sees: () => false, shown: nameless },
};

/** The tiny model with rules and masks of all kinds. */
export const RULED = { ...FIELDS, rules: RULES, masks: MASKS, parameters: PARAMETERS };
