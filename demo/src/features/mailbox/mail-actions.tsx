import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { DropdownMenu, type Icon } from '@rise/ui';
import {
  IconAlertCircle,
  IconAlertCircleFilled,
  IconArchive,
  IconFolderSymlink,
  IconInbox,
  IconMail,
  IconMailOpened,
  IconPrinter,
  IconShieldExclamation,
  IconStar,
  IconStarFilled,
  IconTag,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { commonFolders, type MailKind } from './mail-places.rules.ts';
import type { Mail } from './mail.ts';
import { LabelDot } from './label-dot.tsx';
import { useMailActs } from './use-mail-acts.ts';
import { useMailFolders } from './use-mail-folders.ts';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

/** Folders with mails that are known to be spam, or thrown away. */
const NOT_SPAM: ReadonlySet<string> = new Set(['spam', 'trash']);

const HOME_TEXTS = { received: 'toInbox', sent: 'toSent', draft: 'toDrafts' } as const;

interface MailActionsProps {
  /** At least one. */
  mails: readonly Mail[];
  /** The mails were moved or deleted. */
  onGone: () => void;
  /** They were marked as unread. */
  onUnread?: () => void;
  /** Present for a mail that is open. */
  onPrint?: () => void;
}

interface ActionProps {
  label: string;
  Picture: Icon;
  onClick: () => void;
  keys?: string;
  isPressed?: boolean;
}

function Action({ label, Picture, onClick, keys, isPressed }: ActionProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
      <ActionIcon
        size="lg"
        color="gray"
        aria-label={label}
        aria-pressed={isPressed}
        aria-keyshortcuts={keys}
        className={classes['action']}
        onClick={onClick}
      >
        <Picture size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** What can be done to one or several mails; where they are decides what is offered. */
export function MailActions({ mails, onGone, onUnread, onPrint }: MailActionsProps) {
  const t = useMailboxTexts();
  const acts = useMailActs();
  const { slugOf, kindOf } = useMailFolders();
  const slugs = mails.map(slugOf);
  const kinds = mails.map(kindOf);
  const folders = commonFolders(kinds);
  const [kind] = kinds as [MailKind];
  const areAll = (slug: string) => slugs.every((each) => each === slug);
  const homeText = kinds.every((each) => each === kind) ? HOME_TEXTS[kind] : 'moveBack';
  const isUnread = mails.every(({ unread }) => unread);
  const isStarred = mails.every(({ starred }) => starred);
  const isImportant = mails.every(({ important }) => important);
  const isFiled = areAll('archive') || areAll('spam') || areAll('trash');
  const move = (slug: string) => {
    acts.move(mails, slug);
    onGone();
  };
  return (
    <div className={classes['actions']} role="group" aria-label={t('actions')}>
      {isFiled ? (
        <Action
          label={t(areAll('spam') ? 'notSpam' : homeText)}
          Picture={IconInbox}
          onClick={() => {
            acts.moveBack(mails);
            onGone();
          }}
        />
      ) : (
        folders.has('archive') && (
          <Action label={t('archive')} keys="e" Picture={IconArchive} onClick={() => move('archive')} />
        )
      )}
      {folders.has('spam') && !slugs.some((slug) => slug === undefined || NOT_SPAM.has(slug)) && (
        <Action label={t('spam')} keys="!" Picture={IconShieldExclamation} onClick={() => move('spam')} />
      )}
      {areAll('trash') ? (
        <Action
          label={t('removeForever')}
          keys="#"
          Picture={IconTrashX}
          onClick={() => {
            acts.remove(mails);
            onGone();
          }}
        />
      ) : (
        <Action label={t('toTrash')} keys="#" Picture={IconTrash} onClick={() => move('trash')} />
      )}
      <Action
        label={t(isUnread ? 'markRead' : 'markUnread')}
        Picture={isUnread ? IconMailOpened : IconMail}
        onClick={() => {
          acts.setRead(mails, isUnread);
          if (!isUnread) onUnread?.();
        }}
      />
      <Action
        label={t('starred')}
        keys="s"
        isPressed={isStarred}
        Picture={isStarred ? IconStarFilled : IconStar}
        onClick={() => acts.setStarred(mails, !isStarred)}
      />
      <Action
        label={t('important')}
        isPressed={isImportant}
        Picture={isImportant ? IconAlertCircleFilled : IconAlertCircle}
        onClick={() => acts.setImportant(mails, !isImportant)}
      />
      <LabelMenu mails={mails} />
      <MoveMenu mails={mails} onMove={move} />
      {onPrint && <Action label={t('print')} Picture={IconPrinter} onClick={onPrint} />}
    </div>
  );
}

/** All labels; those that all of the mails have are checked. */
function LabelMenu({ mails }: { mails: readonly Mail[] }) {
  const t = useMailboxTexts();
  const { setLabel } = useMailActs();
  const { data: labels = [] } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  return (
    <DropdownMenu withinPortal width={220}>
      <Menu.Target>
        <ActionIcon size="lg" color="gray" aria-label={t('labelMails')} title={t('labelMails')}>
          <IconTag size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes['label-menu'] ?? ''}>
        {labels.map((label) => {
          const isOn = mails.every((mail) => mail.labels.includes(label.id));
          return (
            <Menu.CheckboxItem
              key={label.id}
              checked={isOn}
              rightSection={<LabelDot color={label.color} />}
              onChange={() => setLabel(mails, label, !isOn)}
            >
              {label.title}
            </Menu.CheckboxItem>
          );
        })}
        {labels.length === 0 && <Menu.Label>{t('noLabels')}</Menu.Label>}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}

function MoveMenu({ mails, onMove }: { mails: readonly Mail[]; onMove: (slug: string) => void }) {
  const t = useMailboxTexts();
  const { folders, slugOf, kindOf } = useMailFolders();
  const current = new Set(mails.map(slugOf));
  const common = commonFolders(mails.map(kindOf));
  const targets = folders.filter(({ slug }) => common.has(slug) && !(current.size === 1 && current.has(slug)));
  return (
    <DropdownMenu withinPortal width={200}>
      <Menu.Target>
        <ActionIcon size="lg" color="gray" aria-label={t('moveMails')} title={t('moveMails')}>
          <IconFolderSymlink size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map(({ slug, title }) => (
          <Menu.Item key={slug} onClick={() => onMove(slug)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
