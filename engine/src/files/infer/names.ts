import { fold } from '@rise/contract/fold';

const MAX_NAME = 63;
/** The loader's own columns and DuckDB's. */
const TAKEN = ['tenant_id', 'rowid'];

/** A name that the warehouse can have for a title: lower-case letters, digits and _. */
export function safeName(title: string, otherwise: string): string {
  const plain = fold(title)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = /^[a-z]/.test(plain) ? plain : plain === '' ? otherwise : `${otherwise.slice(0, 1)}_${plain}`;
  return name.slice(0, MAX_NAME).replace(/_+$/, '');
}

/** Distinct names for titles, in their order. */
export function distinctNames(titles: readonly string[], otherwise = 'column'): string[] {
  const used = new Set(otherwise === 'column' ? TAKEN : []);
  return titles.map((title, position) => {
    const name = safeName(title, `${otherwise}_${position + 1}`);
    let distinct = name;
    for (let count = 2; used.has(distinct); count++) {
      const ending = `_${count}`;
      distinct = `${name.slice(0, MAX_NAME - ending.length)}${ending}`;
    }
    used.add(distinct);
    return distinct;
  });
}
