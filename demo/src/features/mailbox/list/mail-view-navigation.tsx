import { Button, Menu } from '@mantine/core';
import { DropdownMenu, formatInteger, useUiContext } from '@rise/ui';
import {
  type Icon,
  IconAlertCircle,
  IconArchive,
  IconChevronDown,
  IconFolder,
  IconInbox,
  IconMailbox,
  IconPencil,
  IconSend,
  IconSettings,
  IconShieldExclamation,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { AppLink } from '../../../routing/link.tsx';
import { LabelDot } from '../label-dot.tsx';
import { useMailboxTexts } from '../mailbox.texts.ts';
import type { MailView } from '../use-mail-views.ts';
import classes from '../mailbox.module.css';

const ICONS: Readonly<Record<string, Icon>> = {
  inbox: IconInbox,
  send: IconSend,
  draft: IconPencil,
  archive: IconArchive,
  all: IconMailbox,
  spam: IconShieldExclamation,
  trash: IconTrash,
  star: IconStar,
  important: IconAlertCircle,
};

const GROUPS = [
  ['folder', 'folders'],
  ['filter', 'filters'],
  ['label', 'labels'],
] as const;

function ViewIcon({ view }: { view: MailView }) {
  if (view.color !== undefined) return <LabelDot color={view.color} />;
  const Picture = ICONS[view.icon ?? ''] ?? IconFolder;
  return <Picture size={18} stroke={1.6} aria-hidden />;
}

interface MailViewsProps {
  views: readonly MailView[];
  current: MailView | undefined;
}

/** A side navigation on wide screens. */
export function MailViewNavigation({ views, current }: MailViewsProps) {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  return (
    <nav className={classes['places']} aria-label={t('places')}>
      {GROUPS.map(([kind, name]) => (
        <section key={kind}>
          <h2 className={classes['group']}>{t(name)}</h2>
          <ul>
            {views
              .filter((view) => view.kind === kind)
              .map((view) => (
                <li key={view.href}>
                  <AppLink
                    href={view.href}
                    className={classes['place']}
                    aria-current={view === current ? 'page' : undefined}
                  >
                    <ViewIcon view={view} />
                    <span className={classes['place-title']}>{view.title}</span>
                    {view.count > 0 && <span className={classes['count']}>{formatInteger(view.count, locale)}</span>}
                  </AppLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <AppLink href="/apps/mailbox/settings" className={classes['place']}>
        <IconSettings size={18} stroke={1.6} aria-hidden />
        <span className={classes['place-title']}>{t('settings')}</span>
      </AppLink>
    </nav>
  );
}

/** The same views as a menu, on narrow screens. */
export function MailViewMenu({ views, current }: MailViewsProps) {
  const t = useMailboxTexts();
  return (
    <div className={classes['menu']}>
      <DropdownMenu withinPortal position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            {t('places')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {GROUPS.map(([kind, name]) => (
            <Fragment key={kind}>
              <Menu.Label>{t(name)}</Menu.Label>
              {views
                .filter((view) => view.kind === kind)
                .map((view) => (
                  <Menu.Item
                    key={view.href}
                    component={AppLink}
                    href={view.href}
                    leftSection={<ViewIcon view={view} />}
                    aria-current={view === current ? 'page' : undefined}
                  >
                    {view.count > 0 ? t('counted', { title: view.title, count: view.count }) : view.title}
                  </Menu.Item>
                ))}
            </Fragment>
          ))}
          <Menu.Divider />
          <Menu.Item
            component={AppLink}
            href="/apps/mailbox/settings"
            leftSection={<IconSettings size={18} stroke={1.6} aria-hidden />}
          >
            {t('settings')}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
    </div>
  );
}
