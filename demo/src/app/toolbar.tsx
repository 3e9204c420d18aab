import { Menu } from '@mantine/core';
import { FullscreenToggle, type Icon, Late, ToolbarButton, ToolbarMore } from '@rise/ui';
import {
  IconActivity,
  IconBookmark,
  IconMail,
  IconMessageCircle,
  IconRefreshAlert,
  IconSearch,
} from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { LanguageItems, LanguageSwitch } from '../i18n/language-switch.tsx';
import { useAppTexts } from './app.texts.ts';
import classes from './toolbar.module.css';

const SearchTool = lazy(() => import('../features/search/search-tool.tsx'));
const ShortcutsTool = lazy(() => import('../features/shortcuts/shortcuts-tool.tsx'));
const MessagesTool = lazy(() => import('../features/inbox/messages-tool.tsx'));
const NotificationsTool = lazy(() => import('../features/inbox/notifications-tool.tsx'));
const ChatTool = lazy(() => import('../features/quick-chat/chat-button.tsx'));

/** Holds a tool's place until its code is there, so that nothing moves; should that fail, it offers to load the page anew. */
function Tool({ label, icon, children }: { label: string; icon: Icon; children: ReactNode }) {
  const t = useAppTexts();
  return (
    <Late
      fallback={<ToolbarButton label={label} icon={icon} aria-hidden tabIndex={-1} />}
      failed={
        <ToolbarButton
          label={t('toolFailed', { tool: label })}
          icon={IconRefreshAlert}
          onClick={() => window.location.reload()}
        />
      }
    >
      {children}
    </Late>
  );
}

/** The tools of the header. On a phone a menu takes those for which there is no room, and the language with them. */
export function Toolbar() {
  const t = useAppTexts();
  return (
    <>
      <span className={classes['wide']}>
        <LanguageSwitch />
      </span>
      <FullscreenToggle />
      <Tool label={t('search')} icon={IconSearch}>
        <SearchTool />
      </Tool>
      <ToolbarMore
        end={
          <>
            <Menu.Label>{t('language')}</Menu.Label>
            <LanguageItems />
          </>
        }
      >
        <Tool label={t('shortcuts')} icon={IconBookmark}>
          <ShortcutsTool />
        </Tool>
        <Tool label={t('messages')} icon={IconMail}>
          <MessagesTool />
        </Tool>
      </ToolbarMore>
    </>
  );
}

/** Beside one's own menu, wherever a layout has that. */
export function Notifications() {
  const t = useAppTexts();
  return (
    <Tool label={t('notifications')} icon={IconActivity}>
      <NotificationsTool />
    </Tool>
  );
}

/** The way to the chat where there is no room for its rail. */
export function ChatButton() {
  const t = useAppTexts();
  return (
    <span className={classes['narrow']}>
      <Tool label={t('chat')} icon={IconMessageCircle}>
        <ChatTool />
      </Tool>
    </span>
  );
}
