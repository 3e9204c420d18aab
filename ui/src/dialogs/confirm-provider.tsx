import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';

export type Confirm = (config?: ConfirmConfig) => Promise<ConfirmResult>;

/** Loaded when something is asked for the first time. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

const ConfirmContext = createContext<Confirm | null>(null);

/** Keeps the one confirmation that may be open. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const [config, setConfig] = useState<ConfirmConfig | null>(null);
  const answer = useRef<((result: ConfirmResult) => void) | null>(null);

  const confirm = useCallback<Confirm>(
    (next = {}) =>
      new Promise((resolve) => {
        answer.current?.('cancelled');
        answer.current = resolve;
        setConfig(next);
        setOpened(true);
      }),
    [],
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

/** Asks and answers with what was chosen. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (confirm === null) throw new Error('useConfirm needs a RiseProvider above it.');
  return confirm;
}
