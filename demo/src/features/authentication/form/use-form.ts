import { ApiError } from '@rise/contract/client';
import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { logError } from '@rise/ui/log';
import type { FieldError } from './validation.ts';

type Values = Readonly<Record<string, string | boolean>>;
/** Why a submission failed: its input was rejected, or there was no response. */
export type Failure = 'refused' | 'unanswered';

interface FormOptions<V extends Values> {
  /** In page order. */
  readonly initial: V;
  readonly validate: (values: V) => Partial<Record<keyof V, FieldError | undefined>>;
  readonly send: (values: V) => Promise<void>;
  /** The field to focus after a rejection. */
  readonly mendAt?: keyof V & string;
}

/**
 * A form that validates when it is submitted, and from then on with each change. Input is kept whatever the
 * response; the focus moves to the first invalid field.
 */
export function useForm<V extends Values>({ initial, validate, send, mendAt }: FormOptions<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<'idle' | 'pending' | 'done' | Failure>('idle');
  const [toFocus, setToFocus] = useState<{ name: string | undefined } | null>(null);
  const pending = state === 'pending';
  const errors: ReturnType<typeof validate> = tried ? validate(values) : {};

  // Fields can't be focused before they are enabled again.
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
    const result = validate(values);
    const first = Object.keys(values).find((name) => result[name]);
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
    'aria-invalid': errors[name] !== undefined,
  });
  return {
    form: { ref, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
    errors: errors,
    set,
    pending,
    done: state === 'done',
    failure: state === 'refused' || state === 'unanswered' ? state : null,
    /** Props of a text field. */
    text: (name: keyof V & string) => ({
      ...field(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value } as Partial<V>),
    }),
    /** Props of a checkbox. */
    tick: (name: keyof V & string) => ({
      ...field(name),
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.checked } as Partial<V>),
    }),
  };
}
