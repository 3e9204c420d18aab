import {
  FullscreenToggle,
  type LayoutName,
  ToolbarButton,
  ToolbarOverflow,
  useNarrowToolbar,
  useUiContext,
} from '@rise/ui';
import {
  IconActivity,
  IconBell,
  IconBookmark,
  IconHelpCircle,
  IconMail,
  IconMessageCircle,
  IconSearch,
  IconSettings,
  IconSparkles,
} from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSection } from '@rise/shell/language/switch';
import { InsteadOfRail, LanguageTool, LazyTool } from '@rise/shell/toolbar';
import { useSettings } from '../../settings/settings.ts';
import { type AccessRule, allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { AssistantButton, useInsights } from './assistant.tsx';

const SearchTools = lazy(() => import('../../features/search/search-tools.tsx'));
const ShortcutsTool = lazy(() => import('../../features/shortcuts/shortcuts-tool.tsx'));
const InboxTool = lazy(() => import('../../features/inbox/inbox-tool.tsx'));
const HelpTool = lazy(() => import('../../features/contact/help-tool.tsx'));
const ChatButton = lazy(() => import('../../features/chat/chat-button.tsx'));
const SettingsButton = lazy(async () => ({ default: (await import('@rise/ui/settings')).SettingsButton }));
const AnnouncementsTool = lazy(() => import('../../features/announcements/announcements-tool.tsx'));

/** Who may use chat. */
export const CHAT: AccessRule = { permission: 'chat.use', feature: 'chat' };

/**
 * The tools of the header. The classic layout has only the common ones; the others add the personal lists. On narrow
 * screens a menu holds those that don't fit, and the language.
 */
export function Toolbar({ layout }: { layout: LayoutName }) {
  const { t } = useTranslation();
  const session = useSession();
  const { languages, settingsDrawer } = useSettings();
  const { texts } = useUiContext();
  return (
    <>
      <LanguageTool />
      <FullscreenToggle />
      <LazyTool label={texts.search} icon={IconSearch}>
        <SearchTools />
      </LazyTool>
      <AssistantButton />
      {allows(session, CHAT) && (
        <InsteadOfRail>
          <LazyTool label={texts.chat} icon={IconMessageCircle}>
            <ChatButton />
          </LazyTool>
        </InsteadOfRail>
      )}
      <ToolbarOverflow {...(languages.length > 1 && { end: <LanguageSection /> })}>
        <AskInMenu />
        {/* The lists belong to an organization. */}
        {layout !== 'classic' && session.tenant !== null && (
          <>
            <LazyTool label={t('toolbar.shortcuts')} icon={IconBookmark}>
              <ShortcutsTool />
            </LazyTool>
            <LazyTool label={t('toolbar.messages')} icon={IconMail}>
              <InboxTool kind="messages" />
            </LazyTool>
            <LazyTool label={t('toolbar.notifications')} icon={IconActivity}>
              <InboxTool kind="notifications" />
            </LazyTool>
          </>
        )}
        <LazyTool label={t('toolbar.help')} icon={IconHelpCircle}>
          <HelpTool />
        </LazyTool>
        {settingsDrawer && (
          <LazyTool label={texts.settings} icon={IconSettings}>
            <SettingsButton />
          </LazyTool>
        )}
      </ToolbarOverflow>
    </>
  );
}

/** The bell: announcements and alerts. */
export function Notices() {
  const { t } = useTranslation();
  return (
    <LazyTool label={t('toolbar.announcements')} icon={IconBell}>
      <AnnouncementsTool />
    </LazyTool>
  );
}

/** Links to the insights screen; null if it is switched off or not permitted. On narrow screens the menu of tools has it. */
export const AskButton = () => (useNarrowToolbar() ? null : <AskLink />);

const AskInMenu = () => (useNarrowToolbar() ? <AskLink /> : null);

function AskLink() {
  const { t } = useTranslation();
  const insights = useInsights();
  return insights && <ToolbarButton label={t('toolbar.ask')} icon={IconSparkles} href={insights} />;
}
