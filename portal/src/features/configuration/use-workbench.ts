import type { ConfigurationCode, ConfigurationCodes, MappingDraft } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocalize } from '../../i18n/use-language.ts';
import { draftQuery, useSaveDraft } from './configuration.queries.ts';
import { isEmptyDraft, mapTo, NO_DRAFT, setEntries, undoCodes, type CodeEntries } from './draft.rules.ts';

/** What the parts of the page share: the codes, the draft, the selection, and how to change them. */
export interface Workbench {
  readonly codes: ConfigurationCodes;
  readonly draft: MappingDraft;
  /** Selected codes, from any page. */
  readonly selection: ReadonlyMap<string | null, ConfigurationCode>;
  readonly isSaving: boolean;
  readonly saveError: Error | null;
  select(codes: readonly ConfigurationCode[], selected: boolean): void;
  change(draft: MappingDraft): void;
  /** Maps codes to a value from a day on, or always where null. */
  assign(codes: readonly CodeEntries[], value: string, from?: string | null): void;
  unmap(codes: readonly CodeEntries[]): void;
  /** Maps codes to what is suggested for them. */
  accept(codes: readonly ConfigurationCode[]): void;
  undo(codes: readonly (string | null)[]): void;
  discard(): void;
  titleOf(value: string): string;
  /** Values that can be chosen, with their titles; without targets the tenant's categories. */
  readonly options: readonly { value: string; title: string; depth: number }[];
}

export function useWorkbench(codes: ConfigurationCodes, options: Workbench['options']): Workbench {
  const localize = useLocalize();
  const stored = useQuery(draftQuery(codes.type));
  const save = useSaveDraft(codes.type);
  const [selection, setSelection] = useState<Workbench['selection']>(new Map());
  const draft = stored.data?.draft ?? { ...NO_DRAFT, basedOn: codes.version };
  const change = (next: MappingDraft) => save.mutate(isEmptyDraft(next) ? null : next);
  const titles = new Map((codes.targets ?? []).map(({ value, title }) => [value, localize(title)]));
  return {
    codes,
    draft,
    selection,
    isSaving: save.isPending,
    saveError: save.error,
    select(changed, selected) {
      setSelection((before) => {
        const next = new Map(before);
        for (const code of changed) {
          if (selected) next.set(code.code, code);
          else next.delete(code.code);
        }
        return next;
      });
    },
    change,
    assign(assigned, value, from = null) {
      change(
        setEntries(
          withCategory(draft, codes, value),
          assigned.map((code) => ({ code, entries: mapTo(code, value, from) })),
        ),
      );
      setSelection(new Map());
    },
    unmap(removed) {
      change(
        setEntries(
          draft,
          removed.map((code) => ({ code, entries: [] })),
        ),
      );
      setSelection(new Map());
    },
    accept(accepted) {
      const changes = accepted.flatMap((code) =>
        code.suggestion ? [{ code, entries: mapTo(code, code.suggestion.value, null) }] : [],
      );
      change(setEntries(draft, changes));
    },
    undo: (undone) => change(undoCodes(draft, undone)),
    discard: () => save.mutate(null),
    titleOf: (value) => titles.get(value) ?? value,
    options,
  };
}

/** A value that is no category yet becomes one, where categories are the tenant's own. */
function withCategory(draft: MappingDraft, { targets, categories }: ConfigurationCodes, value: string): MappingDraft {
  const current = draft.categories ?? categories;
  if (targets !== null || current.some((category) => category.value === value)) return draft;
  return { ...draft, categories: [...current, { value, parent: null }] };
}
