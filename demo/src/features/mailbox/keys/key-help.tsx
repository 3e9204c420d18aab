import { Kbd, Modal } from '@mantine/core';
import { useAddress } from '@rise/shell/routing';
import { useUiContext } from '@rise/ui';
import { AppLink } from '../../../routing/link.tsx';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { KEYS } from './use-mail-keys.ts';
import classes from '../mailbox.module.css';

const LIST = [
  ['j', 'keyNext'],
  ['k', 'keyPrevious'],
  ['Enter', 'keyOpen'],
  ['u', 'keyBack'],
  ['x', 'keyChoose'],
  ['e', 'archive'],
  ['#', 'keyTrash'],
  ['!', 'spam'],
  ['s', 'keyStar'],
  ['r', 'reply'],
  ['a', 'replyAll'],
  ['f', 'forward'],
  ['c', 'compose'],
  ['/', 'keySearch'],
  ['?', 'keyHelp'],
] as const;

/** The mailbox's keys. */
export function KeyHelp() {
  const t = useMailboxTexts();
  const { texts } = useUiContext();
  const { search, setSearch } = useAddress();
  return (
    <Modal
      opened={search[KEYS] !== undefined}
      onClose={() => setSearch({ [KEYS]: null })}
      title={t('keys')}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <dl className={classes['keys']}>
        {LIST.map(([key, name]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      <AppLink href="/apps/mailbox/settings" className={classes['keys-link']}>
        {t('keysOff')}
      </AppLink>
    </Modal>
  );
}
