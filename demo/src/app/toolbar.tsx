import { FullscreenToggle, ToolbarOverflow } from '@rise/ui';
import { IconActivity, IconBookmark, IconMail, IconMessageCircle, IconSearch, IconSettings } from '@tabler/icons-react';
import { lazy } from 'react';
import { LanguageSection } from '@rise/shell/language/switch';
import { InsteadOfRail, LanguageTool, LazyTool } from '@rise/shell/toolbar';
import { useAppTexts } from './app.texts.ts';

const SearchTool = lazy(() => import('../features/search/search-tool.tsx'));
const ShortcutsTool = lazy(() => import('../features/shortcuts/shortcuts-tool.tsx'));
const MessagesTool = lazy(() => import('../features/inbox/messages-tool.tsx'));
const NotificationsTool = lazy(() => import('../features/inbox/notifications-tool.tsx'));
const SettingsButton = lazy(async () => ({ default: (await import('@rise/ui/settings')).SettingsButton }));
const ChatTool = lazy(() => import('../features/quick-chat/chat-button.tsx'));

/** The tools of the header. On narrow screens a menu holds the language and the tools that do not fit. */
export function Toolbar() {
  const t = useAppTexts();
  return (
    <>
      <LanguageTool />
      <FullscreenToggle />
      <LazyTool label={t('search')} icon={IconSearch} onceIdle>
        <SearchTool />
      </LazyTool>
      <ToolbarOverflow end={<LanguageSection />}>
        <LazyTool label={t('shortcuts')} icon={IconBookmark} onceIdle>
          <ShortcutsTool />
        </LazyTool>
        <LazyTool label={t('messages')} icon={IconMail} onceIdle>
          <MessagesTool />
        </LazyTool>
        <LazyTool label={t('displaySettings')} icon={IconSettings} onceIdle>
          <SettingsButton />
        </LazyTool>
      </ToolbarOverflow>
    </>
  );
}

/** Next to the user menu, wherever the layout places it. */
export function Notifications() {
  const t = useAppTexts();
  return (
    <LazyTool label={t('notifications')} icon={IconActivity} onceIdle>
      <NotificationsTool />
    </LazyTool>
  );
}

/** Opens the chat in layouts without its rail. */
export function ChatButton() {
  const t = useAppTexts();
  return (
    <InsteadOfRail>
      <LazyTool label={t('chat')} icon={IconMessageCircle} onceIdle>
        <ChatTool />
      </LazyTool>
    </InsteadOfRail>
  );
}
