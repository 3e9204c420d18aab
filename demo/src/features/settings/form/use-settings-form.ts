import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { logError } from '@rise/ui/log';

export type FieldErrors<V> = { readonly [K in keyof V]?: string | undefined };

interface FormOptions<V extends object> {
  /** The stored values; unchanged fields follow them. */
  readonly stored: V;
  /** Validation errors by field in page order, each with its remedy. */
  readonly validate?: (values: V) => FieldErrors<V>;
  readonly save: (values: V) => Promise<unknown>;
  /** Groups whose calls return the saved values. */
  readonly groups?: readonly string[];
}

export interface SettingsForm<V extends object> {
  readonly values: V;
  readonly errors: FieldErrors<V>;
  readonly dirty: boolean;
  readonly state: 'idle' | 'saving' | 'saved' | 'failed';
  readonly set: (change: Partial<V>) => void;
  readonly cancel: () => void;
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
  };
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A form over stored values. It validates on the first attempt to save, and from then on with each change. The
 * focus moves to the first invalid field.
 */
export function useSettingsForm<V extends object>(options: FormOptions<V>): SettingsForm<V> {
  const { stored, validate, save, groups = ['settings'] } = options;
  const cache = useQueryClient();
  const ref = useRef<HTMLFormElement>(null);
  // Changed fields only; the others follow the stored values.
  const [draft, setDraft] = useState<Partial<V>>({});
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<SettingsForm<V>['state']>('idle');
  const [toFocus, setToFocus] = useState<{ name: string } | null>(null);
  const values: V = { ...stored, ...draft };
  const dirty = !same(values, stored);

  useLayoutEffect(() => {
    if (!toFocus) return;
    ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(toFocus.name)}"]`)?.focus();
  }, [toFocus]);

  const set = useCallback<SettingsForm<V>['set']>((change) => {
    setDraft((before) => ({ ...before, ...change }));
    setState('idle');
  }, []);
  const cancel = () => {
    setDraft({});
    setTried(false);
    setState('idle');
  };
  const submit = async () => {
    if (!dirty || state === 'saving') return;
    const result = validate?.(values) ?? {};
    const first = Object.entries(result).find(([, issue]) => issue !== undefined);
    setTried(true);
    if (first) {
      setState('idle');
      setToFocus({ name: first[0] });
      return;
    }
    setState('saving');
    try {
      await save(values);
      await Promise.all(groups.map((group) => cache.invalidateQueries({ queryKey: [group] })));
      setDraft({});
      setTried(false);
      setState('saved');
    } catch (error) {
      logError('Settings were not saved.', error);
      setState('failed');
    }
  };

  return {
    values,
    errors: tried ? (validate?.(values) ?? {}) : {},
    dirty,
    state,
    set,
    cancel,
    form: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
