import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';

export type Confirm = (config?: ConfirmConfig) => Promise<ConfirmResult>;

/** Loaded with the first confirmation. */
const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

interface ConfirmContext {
  confirm: Confirm;
  cancel: () => void;
}

const ConfirmContext = createContext<ConfirmContext | null>(null);

/** State of the confirmation, of which at most one is open. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { texts } = useUiContext();
  const [opened, setOpened] = useState(false);
  const [config, setConfig] = useState<ConfirmConfig | null>(null);
  const answer = useRef<((result: ConfirmResult) => void) | null>(null);

  const confirm = useCallback<Confirm>(
    (next = {}) =>
      new Promise((resolve) => {
        answer.current?.('cancelled');
        answer.current = resolve;
        const show = () => {
          if (answer.current !== resolve) return;
          setConfig(next);
          setOpened(true);
        };
        // If the dialog fails to load, the browser's own is used.
        const askPlainly = () => {
          const { title = texts.confirmTitle, message = texts.confirmMessage } = next;
          // oxlint-disable-next-line no-alert -- works although the dialog's code could not be loaded
          resolve(window.confirm(`${title}\n\n${message}`) ? 'confirmed' : 'cancelled');
        };
        load().then(show, askPlainly);
      }),
    [texts],
  );
  const close = useCallback((result: ConfirmResult) => {
    setOpened(false);
    answer.current?.(result);
    answer.current = null;
  }, []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !opened) return;
    // A drawer below would close with the same key: it listens to the window later than this.
    event.stopImmediatePropagation();
    if (config?.dismissible !== false) close('cancelled');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  const context = useMemo(() => ({ confirm, cancel: () => close('cancelled') }), [confirm, close]);

  return (
    <ConfirmContext.Provider value={context}>
      {children}
      {config !== null && (
        <Suspense>
          <ConfirmDialog opened={opened} config={config} onClose={close} />
        </Suspense>
      )}
    </ConfirmContext.Provider>
  );
}

function useConfirmContext(): ConfirmContext {
  const context = useContext(ConfirmContext);
  if (context === null) throw new Error('Confirmations need a RiseProvider above them.');
  return context;
}

/** Opens a confirmation; resolves to the choice. */
export const useConfirm = (): Confirm => useConfirmContext().confirm;

/** Cancels the confirmation that is open, if any: when what it is about is left. */
export const useCancelConfirm = (): (() => void) => useConfirmContext().cancel;
