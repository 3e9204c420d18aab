import { LazyBoundary, ToolbarButton, useUiContext } from '@rise/ui';
import { IconMessageChatbot, IconRefreshAlert } from '@tabler/icons-react';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { observable, useObservable } from '@rise/ui/observable';
import { allowed, entryAt } from '../../routing/access.ts';
import { useRouteTable } from '../../routing/route-context.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';

const AssistantPanel = lazy(() => import('../../features/assistant/assistant-panel.tsx'));

/** Outside the layouts, so that the drawer stays when the layout changes. */
const assistantOpened = observable(false);
/** Its code could not be loaded; reloading the page retries. */
const assistantLoadFailed = observable(false);
const ID = 'assistant';
const close = () => assistantOpened.set(false);

/** The assistant answers from a tenant's catalog, so it needs an active tenant. */
function useHasAssistant(): boolean {
  const session = useSession();
  return session.tenant !== null && allows(session, { permission: 'assistant.use', feature: 'chatbot' });
}

/** Path of the insights screen; null if it is switched off or not permitted. */
export function useInsights(): string | null {
  const session = useSession();
  const entry = entryAt('/insights-ai', useRouteTable());
  return entry?.screen && allowed(entry, session) ? entry.path : null;
}

/** Opens and closes the assistant; null if it is switched off. */
export function AssistantButton() {
  const { t } = useTranslation();
  const opened = useObservable(assistantOpened);
  const loadFailed = useObservable(assistantLoadFailed);
  const { texts } = useUiContext();
  if (!useHasAssistant()) return null;
  if (loadFailed)
    return (
      <ToolbarButton
        label={t('toolbar.failed', { tool: texts.assistant })}
        icon={IconRefreshAlert}
        onClick={() => window.location.reload()}
      />
    );
  return (
    <ToolbarButton
      label={texts.assistant}
      icon={IconMessageChatbot}
      dialog={opened ? ID : true}
      onClick={() => assistantOpened.set(!opened)}
    />
  );
}

/** The assistant's drawer: loaded when first opened; its state is per account and tenant. */
export function Assistant() {
  const { account, tenant } = useSession();
  const opened = useObservable(assistantOpened);
  const [mounted, setMounted] = useState(opened);
  if (opened && !mounted) setMounted(true);
  const has = useHasAssistant();
  const insights = useInsights();
  if (!mounted || !has) return null;
  return (
    <LazyBoundary failed={<ReportLoadFailure />}>
      <AssistantPanel key={`${account.id} ${tenant?.id}`} id={ID} opened={opened} onClose={close} insights={insights} />
    </LazyBoundary>
  );
}

function ReportLoadFailure() {
  useEffect(() => assistantLoadFailed.set(true), []);
  return null;
}
