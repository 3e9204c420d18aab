import { ApiError } from '@rise/contract/client';
import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { logError } from '@rise/ui/kernel';
import type { Fault } from './faults.ts';

type Values = Readonly<Record<string, string | boolean>>;
/** Why a form that was sent did not work: refused for what stands in it, or not answered. */
export type Failure = 'refused' | 'unanswered';

interface FormOptions<V extends Values> {
  /** In the order in which they stand on the page. */
  readonly initial: V;
  readonly faultsOf: (values: V) => Partial<Record<keyof V, Fault | undefined>>;
  readonly send: (values: V) => Promise<void>;
  /** Where a refusal can be mended. */
  readonly mendAt?: keyof V & string;
}

/**
 * A form that finds fault only once it was sent, and from then on as it is mended. What was typed stays, whatever the
 * answer; the focus goes to the field that needs it.
 */
export function useForm<V extends Values>({ initial, faultsOf, send, mendAt }: FormOptions<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<'idle' | 'pending' | 'done' | Failure>('idle');
  const [toFocus, setToFocus] = useState<{ name: string | undefined } | null>(null);
  const pending = state === 'pending';
  const faults: ReturnType<typeof faultsOf> = tried ? faultsOf(values) : {};

  // Fields take the focus only once they are enabled again.
  useLayoutEffect(() => {
    if (!toFocus || !ref.current) return;
    const field = [...ref.current.querySelectorAll('input')].find(({ name }) => name === toFocus.name);
    (field ?? ref.current.querySelector<HTMLElement>('[type="submit"]'))?.focus();
    if (field && field.type !== 'checkbox') field.select();
  }, [toFocus]);

  const set = (change: Partial<V>) => setValues((before) => ({ ...before, ...change }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setTried(true);
    const found = faultsOf(values);
    const first = Object.keys(values).find((name) => found[name]);
    if (first !== undefined) {
      setState('idle');
      setToFocus({ name: first });
      return;
    }
    setState('pending');
    try {
      await send(values);
      setState('done');
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 404;
      if (!refused) logError('A form was not answered.', error);
      setState(refused ? 'refused' : 'unanswered');
      setToFocus({ name: refused ? mendAt : undefined });
    }
  };

  const field = (name: keyof V & string) => ({
    name,
    disabled: pending,
    'aria-invalid': faults[name] !== undefined,
  });
  return {
    form: { ref, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
    faults,
    set,
    pending,
    done: state === 'done',
    failure: state === 'refused' || state === 'unanswered' ? state : null,
    /** A field to write in. */
    text: (name: keyof V & string) => ({
      ...field(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value } as Partial<V>),
    }),
    /** A box to tick. */
    tick: (name: keyof V & string) => ({
      ...field(name),
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.checked } as Partial<V>),
    }),
  };
}
