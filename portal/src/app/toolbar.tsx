import { Menu } from '@mantine/core';
import { FullscreenToggle, type Icon, Late, ToolbarButton, ToolbarMore } from '@rise/ui';
import {
  IconActivity,
  IconBell,
  IconBookmark,
  IconHelpCircle,
  IconMail,
  IconMessageCircle,
  IconRefreshAlert,
  IconSearch,
  IconSparkles,
} from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayoutName } from '../appearance/layout.ts';
import { LanguageItems, LanguageSwitch } from '../i18n/language-switch.tsx';
import { useSettings } from '../kernel/settings.ts';
import { type AccessRule, allows } from '../session/permissions.ts';
import { useSession } from '../session/session.ts';
import { AssistantButton, useInsights } from './assistant.tsx';
import { usePaletteActions } from './palette-actions.ts';
import classes from './toolbar.module.css';

const SearchTools = lazy(() => import('../features/search/search-tools.tsx'));
const ShortcutsTool = lazy(() => import('../features/shortcuts/shortcuts-tool.tsx'));
const InboxTool = lazy(() => import('../features/inbox/inbox-tool.tsx'));
const HelpTool = lazy(() => import('../features/contact/help-tool.tsx'));
const ChatButton = lazy(() => import('../features/chat/chat-button.tsx'));
const AnnouncementsTool = lazy(() => import('../features/announcements/announcements-tool.tsx'));

/** Who may write to others where they are. */
export const CHAT: AccessRule = { permission: 'chat.use', feature: 'chat' };

/** Holds a tool's place until its code is there, so that nothing moves; should that fail, it offers to load the page anew. */
function Tool({ label, icon, children }: { label: string; icon: Icon; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Late
      fallback={<ToolbarButton label={label} icon={icon} aria-hidden tabIndex={-1} />}
      failed={
        <ToolbarButton
          label={t('toolbar.failed', { tool: label })}
          icon={IconRefreshAlert}
          onClick={() => window.location.reload()}
        />
      }
    >
      {children}
    </Late>
  );
}

/**
 * The tools of the header. The classic layout keeps to the few that everybody needs; the others have one's own lists
 * too. On a phone a menu takes those for which there is no room, and the language with them.
 */
export function Toolbar({ layout }: { layout: LayoutName }) {
  const { t } = useTranslation();
  const actions = usePaletteActions();
  const session = useSession();
  const { languages } = useSettings();
  return (
    <>
      <span className={classes.wide}>
        <LanguageSwitch />
      </span>
      <FullscreenToggle />
      <Tool label={t('ui.search')} icon={IconSearch}>
        <SearchTools actions={actions} />
      </Tool>
      <AssistantButton />
      {allows(session, CHAT) && (
        <span className={classes.narrow}>
          <Tool label={t('ui.chat')} icon={IconMessageCircle}>
            <ChatButton />
          </Tool>
        </span>
      )}
      <ToolbarMore
        {...(languages.length > 1 && {
          end: (
            <>
              <Menu.Label>{t('language.label')}</Menu.Label>
              <LanguageItems />
            </>
          ),
        })}
      >
        {layout !== 'classic' && (
          <>
            <Tool label={t('toolbar.shortcuts')} icon={IconBookmark}>
              <ShortcutsTool />
            </Tool>
            <Tool label={t('toolbar.messages')} icon={IconMail}>
              <InboxTool kind="messages" />
            </Tool>
            <Tool label={t('toolbar.notifications')} icon={IconActivity}>
              <InboxTool kind="notifications" />
            </Tool>
          </>
        )}
        <Tool label={t('toolbar.help')} icon={IconHelpCircle}>
          <HelpTool />
        </Tool>
      </ToolbarMore>
    </>
  );
}

/** What is new: the bell. */
export function Notices() {
  const { t } = useTranslation();
  return (
    <Tool label={t('toolbar.announcements')} icon={IconBell}>
      <AnnouncementsTool />
    </Tool>
  );
}

/** The way to the insights, for whom they are switched on and may be opened. */
export function AskButton() {
  const { t } = useTranslation();
  const insights = useInsights();
  return insights && <ToolbarButton label={t('toolbar.ask')} icon={IconSparkles} href={insights} />;
}
