import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from './session.ts';

/** As long as the page, since they hold addresses of people; of each start of the portal. */
const drafts = new WeakMap<QueryClient, Map<string, unknown>>();

export interface FormDraft<T> {
  values: T;
  /** It was closed with changes, which are in the form again. */
  isRestored: boolean;
  change: (next: Partial<T>) => void;
  /** Empties the form. */
  discard: () => void;
  /** Forgets what was entered once it is stored elsewhere. */
  forget: () => void;
}

/** The values of a form that its author may close by Escape, a click outside or Back, and find again. */
export function useFormDraft<T extends object>(form: string, initial: () => T): FormDraft<T> {
  const cache = useQueryClient();
  const { account, tenant } = useSession();
  const all = drafts.get(cache) ?? new Map<string, unknown>();
  drafts.set(cache, all);
  const key = [account.id, tenant?.id, form].join(' ');
  const [values, setValues] = useState(() => (all.get(key) as T | undefined) ?? initial());
  const [isRestored, setRestored] = useState(() => all.has(key));
  // What is read from a file arrives later than it was chosen: it changes what is in the form by then.
  const current = useRef(values);
  const update = (next: T) => {
    current.current = next;
    setValues(next);
  };
  return {
    values,
    isRestored,
    change: (next) => {
      const changed = { ...current.current, ...next };
      all.set(key, changed);
      update(changed);
    },
    discard: () => {
      all.delete(key);
      setRestored(false);
      update(initial());
    },
    forget: () => void all.delete(key),
  };
}
