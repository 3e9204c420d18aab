import { Kbd, Modal } from '@mantine/core';
import { useAddress } from '@rise/shell/routing';
import { CloseButton } from '@rise/ui';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useDemoQuery } from '../client/queries.ts';
import { useComponentTexts } from './components.texts.ts';
import classes from './key-help.module.css';

/** Parameter of the address that shows the list of keys. */
export const KEYS = 'keys';

/** Elements that need the keys for themselves. */
export const KEY_TAKERS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** Keys and what they do: `mod+x` for keys held together, with a space between those that do the same. */
export type KeyList = readonly (readonly [keys: string, action: string])[];

interface KeyHelpProps {
  keys: KeyList;
  /** Something else is open that has the keys. */
  isOff?: boolean;
  /** Below the list. */
  children?: ReactNode;
}

/** The keys of an app, in a dialog that ? opens. The mailbox settings turn that off, with all single keys. */
export function KeyHelp({ keys, isOff = false, children }: KeyHelpProps) {
  const t = useComponentTexts();
  const { search, setSearch } = useAddress();
  const { data: settings } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/settings');
  const isShown = search[KEYS] !== undefined;
  const isDeaf = isShown || isOff || settings?.singleKeys === false;
  useEffect(() => {
    if (isDeaf) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest?.(KEY_TAKERS)) return;
      event.preventDefault();
      setSearch({ [KEYS]: 'shown' }, 'push');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDeaf, setSearch]);
  const close = () => setSearch({ [KEYS]: null });
  const everywhere: KeyList = [
    ['mod+Z', t('keyUndo')],
    ['F8', t('keyRetry')],
    ['?', t('keyHelp')],
  ];
  return (
    <Modal.Root opened={isShown} onClose={close}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes['head']}>
          <Modal.Title className={classes['title']}>{t('keys')}</Modal.Title>
          <CloseButton onClick={close} />
        </div>
        <Modal.Body>
          <dl className={classes['keys']}>
            {[...keys, ...everywhere].map(([combinations, action]) => (
              <div key={`${combinations} ${action}`}>
                <dt>
                  {combinations.split(' ').map((combination) => (
                    <Combination key={combination} keys={combination} />
                  ))}
                </dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

function Combination({ keys }: { keys: string }) {
  const t = useComponentTexts();
  const names: Readonly<Record<string, string>> = { mod: isMac() ? '⌘' : 'Ctrl', Space: t('keySpace') };
  return (
    <span className={classes['combination']}>
      {keys.split('+').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && '+'}
          <Kbd>{names[key] ?? key}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}
