import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import type { ConfirmConfig, ConfirmResult } from './confirm-config.ts';

export type Confirm = (config?: ConfirmConfig) => Promise<ConfirmResult>;

/** Loaded when something is asked for the first time. */
const load = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

const ConfirmContext = createContext<Confirm | null>(null);

/** Keeps the one confirmation that may be open. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { texts } = useUi();
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
        // Where the dialog itself can't be had, the browser asks: an answer is needed.
        const askPlainly = () => {
          const { title = texts.confirmTitle, message = texts.confirmMessage } = next;
          // oxlint-disable-next-line no-alert -- the only question that needs no code of ours
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

/** Asks and answers with what was chosen. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (confirm === null) throw new Error('useConfirm needs a RiseProvider above it.');
  return confirm;
}
