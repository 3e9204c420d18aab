import type { DefinedCodeType, LocalizedText } from '@rise/contract';
import { fold } from '@rise/contract/fold';
import type { TypeRequest } from './code-types.queries.ts';

export interface ListedCategory {
  readonly value: string;
  readonly en: string;
  readonly tr: string;
}

/** What was entered about a type. */
export interface TypeForm {
  readonly column: { readonly table: string; readonly column: string } | null;
  readonly en: string;
  readonly tr: string;
  /** Null: derived from the English name. */
  readonly key: string | null;
  readonly about: string;
  readonly aboutTr: string;
  /** A fixed list in both languages, or a tree that grows while codes are mapped. */
  readonly kind: 'tree' | 'list';
}

/** What a new type begins with: a column of codes, and the labels that they have in the model. */
export interface TypeStart {
  readonly column: NonNullable<TypeForm['column']>;
  readonly labels: NonNullable<DefinedCodeType['categories']>;
}

export const toForm = (definition: DefinedCodeType | null, start: TypeStart | null): TypeForm => ({
  column: start?.column ?? null,
  en: definition?.title.en ?? '',
  tr: definition?.title.tr ?? '',
  key: definition?.type ?? null,
  about: definition?.description?.en ?? '',
  aboutTr: definition?.description?.tr ?? '',
  kind: definition?.categories || start ? 'list' : 'tree',
});

export const toListed = (definition: DefinedCodeType | null, start: TypeStart | null): ListedCategory[] =>
  (definition?.categories ?? start?.labels ?? []).map(({ value, title }) => ({
    value,
    en: title.en,
    tr: title.tr ?? '',
  }));

/** A key from a name: 'Loan types' becomes loan_types. */
export function keyFrom(name: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[a-z]/.test(plain) || plain === '' ? plain : `t_${plain}`).slice(0, 50);
}

const KEY = /^[a-z][a-z0-9_]{0,62}$/;

const toText = (en: string, tr: string): LocalizedText => ({
  en: en.trim(),
  ...(tr.trim() !== '' && { tr: tr.trim() }),
});

type Issue = 'column' | 'name' | 'key' | 'about' | 'categories';

/** What is still missing or wrong. */
export function issuesOf(form: TypeForm, listed: readonly ListedCategory[], isNew: boolean): Issue[] {
  const values = listed.map(({ value }) => value.trim());
  const isListed =
    listed.length > 0 &&
    listed.every(({ value, en }) => value.trim() !== '' && value.trim() !== 'unmapped' && en.trim() !== '') &&
    new Set(values).size === values.length;
  return [
    ...(isNew && form.column === null ? (['column'] as const) : []),
    ...(form.en.trim() === '' ? (['name'] as const) : []),
    ...(KEY.test(form.key ?? keyFrom(form.en)) ? [] : (['key'] as const)),
    ...(form.about.trim() === '' && form.aboutTr.trim() !== '' ? (['about'] as const) : []),
    ...(form.kind === 'list' && !isListed ? (['categories'] as const) : []),
  ];
}

export function toRequest(form: TypeForm, listed: readonly ListedCategory[]): TypeRequest {
  return {
    type: form.key ?? keyFrom(form.en),
    on: form.column,
    title: toText(form.en, form.tr),
    description: form.about.trim() === '' ? null : toText(form.about, form.aboutTr),
    categories:
      form.kind === 'tree' ? null : listed.map(({ value, en, tr }) => ({ value: value.trim(), title: toText(en, tr) })),
  };
}
