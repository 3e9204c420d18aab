import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';

export type Confirm = (config?: ConfirmConfig) => Promise<ConfirmResult>;

/** Loaded with the first confirmation. */
const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

const ConfirmContext = createContext<Confirm | null>(null);

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

  return (
    <ConfirmContext.Provider value={confirm}>
      {children}
      {config !== null && (
        <Suspense>
          <ConfirmDialog opened={opened} config={config} onClose={close} />
        </Suspense>
      )}
    </ConfirmContext.Provider>
  );
}

/** Opens a confirmation; resolves to the choice. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (confirm === null) throw new Error('useConfirm needs a RiseProvider above it.');
  return confirm;
}
