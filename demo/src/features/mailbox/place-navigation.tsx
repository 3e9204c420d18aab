import { Button, Menu } from '@mantine/core';
import { formatInteger, useUi } from '@rise/ui';
import {
  type Icon,
  IconAlertCircle,
  IconArchive,
  IconChevronDown,
  IconFolder,
  IconInbox,
  IconPencil,
  IconSend,
  IconShieldExclamation,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { AppLink } from '../../routing/link.tsx';
import { useMailboxTexts } from './mailbox.texts.ts';
import type { Place } from './use-places.ts';
import classes from './mailbox.module.css';

const ICONS: Readonly<Record<string, Icon>> = {
  inbox: IconInbox,
  send: IconSend,
  draft: IconPencil,
  archive: IconArchive,
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

function Sign({ place }: { place: Place }) {
  if (place.colour !== undefined)
    return <span className={classes['dot']} style={{ background: place.colour }} aria-hidden />;
  const Picture = ICONS[place.icon ?? ''] ?? IconFolder;
  return <Picture size={18} stroke={1.6} aria-hidden />;
}

interface PlacesProps {
  places: readonly Place[];
  current: Place | undefined;
}

/** Beside the mails, where there is room. */
export function PlaceNavigation({ places, current }: PlacesProps) {
  const t = useMailboxTexts();
  const { locale } = useUi();
  return (
    <nav className={classes['places']} aria-label={t('places')}>
      {GROUPS.map(([kind, name]) => (
        <section key={kind}>
          <h2 className={classes['group']}>{t(name)}</h2>
          <ul>
            {places
              .filter((place) => place.kind === kind)
              .map((place) => (
                <li key={place.href}>
                  <AppLink
                    href={place.href}
                    className={classes['place']}
                    aria-current={place === current ? 'page' : undefined}
                  >
                    <Sign place={place} />
                    <span className={classes['place-title']}>{place.title}</span>
                    {place.count > 0 && <span className={classes['count']}>{formatInteger(place.count, locale)}</span>}
                  </AppLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The same as a menu, where there is none. */
export function PlaceMenu({ places, current }: PlacesProps) {
  const t = useMailboxTexts();
  return (
    <div className={classes['menu']}>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            {t('places')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {GROUPS.map(([kind, name]) => (
            <Fragment key={kind}>
              <Menu.Label>{t(name)}</Menu.Label>
              {places
                .filter((place) => place.kind === kind)
                .map((place) => (
                  <Menu.Item
                    key={place.href}
                    component={AppLink}
                    href={place.href}
                    leftSection={<Sign place={place} />}
                    aria-current={place === current ? 'page' : undefined}
                  >
                    {place.count > 0 ? t('counted', { title: place.title, count: place.count }) : place.title}
                  </Menu.Item>
                ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
