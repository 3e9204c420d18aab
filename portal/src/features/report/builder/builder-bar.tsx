import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconHistory,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { tilesOf } from '@rise/contract/report-pages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import type { Draft } from './draft/use-draft.ts';
import { useBuilder } from './builder-context.ts';
import { PresentPeople } from './presence/present-people.tsx';
import classes from './builder.module.css';

interface BuilderBarProps {
  draft: Draft;
  back: string;
  /** Whether there is a tile to publish. */
  isFilled: boolean;
  children: ReactNode;
  onOpen: (part: 'fields' | 'settings' | 'versions' | 'publish') => void;
}

/** The report's name, what is stored of it, and what is done with the draft as a whole. */
export function BuilderBar({ draft, back, isFilled, children, onOpen }: BuilderBarProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { Link } = useUiContext();
  const { stored, document, state } = draft;
  const isBusy = state !== 'saved';
  const { people } = useBuilder();
  const titleOf = (id: string) => {
    const tile = tilesOf(document).find((one) => one.id === id);
    return tile?.title ? localize(tile.title) : null;
  };
  return (
    <header className={classes.bar}>
      <div className={classes.words}>
        <Link href={back} className={classes.back!}>
          <IconArrowLeft size={14} aria-hidden />
          {t('builder.back')}
        </Link>
        <h1 className={classes.name}>{localize(document.title)}</h1>
        <p className={classes.state}>
          <output>{t(`builder.saveStates.${state}`)}</output>
          {stored.published === null
            ? ` · ${t('builder.unpublished')}`
            : stored.hasChanges && ` · ${t('builder.changed')}`}
          <output>
            {people.length > 0 &&
              ` · ${t('builder.presence.here', { names: people.map(({ name }) => name).join(', ') })}`}
          </output>
        </p>
      </div>
      <div className={classes.tools}>
        <span className={classes.narrow}>
          <Tooltip label={t('builder.fields.title')}>
            <ActionIcon
              variant="default"
              size="md"
              aria-label={t('builder.fields.title')}
              onClick={() => onOpen('fields')}
            >
              <IconLayoutSidebar size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('builder.settings.open')}>
            <ActionIcon
              variant="default"
              size="md"
              aria-label={t('builder.settings.open')}
              onClick={() => onOpen('settings')}
            >
              <IconLayoutSidebarRight size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
        <PresentPeople people={people} titleOf={titleOf} />
        {children}
        <Tooltip label={t('builder.undo')}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={t('builder.undo')}
            disabled={!stored.can.undo && !isBusy}
            onClick={draft.undo}
          >
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('builder.redo')}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={t('builder.redo')}
            disabled={!stored.can.redo}
            onClick={draft.redo}
          >
            <IconArrowForwardUp size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('builder.versions.title')}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={t('builder.versions.title')}
            onClick={() => onOpen('versions')}
          >
            <IconHistory size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button size="xs" disabled={isBusy || !isFilled || !stored.can.publish} onClick={() => onOpen('publish')}>
          {t('builder.publish.publish')}
        </Button>
      </div>
    </header>
  );
}
