import { Late, ToolbarButton } from '@rise/ui';
import { IconMessageChatbot, IconRefreshAlert } from '@tabler/icons-react';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { observable, useObservable } from '@rise/ui/kernel';
import { allowed, entryAt } from '../routing/access.ts';
import { useRouteTable } from '../routing/route-context.ts';
import { allows } from '../session/permissions.ts';
import { useSession } from '../session/session.ts';

const AssistantRoom = lazy(() => import('../features/assistant/assistant-room.tsx'));

/** Above the layouts: whichever draws the button, the drawer stays. */
const assistantOpened = observable(false);
/** Its code could not be had; it can after the page is loaded anew. */
const assistantMissing = observable(false);
const ID = 'assistant';
const close = () => assistantOpened.set(false);

/** Answers come from a tenant's catalogue, so there are none before one is entered. */
function useHasAssistant(): boolean {
  const session = useSession();
  return session.tenant !== null && allows(session, { permission: 'assistant.use', feature: 'chatbot' });
}

/** Where the insights are, for whom they are switched on and may be opened. */
export function useInsights(): string | null {
  const session = useSession();
  const entry = entryAt('/insights-ai', useRouteTable());
  return entry?.screen && allowed(entry, session) ? entry.path : null;
}

/** Opens and closes the assistant, where it is switched on. */
export function AssistantButton() {
  const { t } = useTranslation();
  const opened = useObservable(assistantOpened);
  const missing = useObservable(assistantMissing);
  if (!useHasAssistant()) return null;
  if (missing)
    return (
      <ToolbarButton
        label={t('toolbar.failed', { tool: t('ui.assistant') })}
        icon={IconRefreshAlert}
        onClick={() => window.location.reload()}
      />
    );
  return (
    <ToolbarButton
      label={t('ui.assistant')}
      icon={IconMessageChatbot}
      dialog={opened ? ID : true}
      onClick={() => assistantOpened.set(!opened)}
    />
  );
}

/** The assistant's drawer: loaded when it is first opened, and one for each person and tenant. */
export function Assistant() {
  const { account, tenant } = useSession();
  const opened = useObservable(assistantOpened);
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  const has = useHasAssistant();
  const insights = useInsights();
  if (!needed || !has) return null;
  return (
    <Late failed={<Missing />}>
      <AssistantRoom key={`${account.id} ${tenant?.id}`} id={ID} opened={opened} onClose={close} insights={insights} />
    </Late>
  );
}

function Missing() {
  useEffect(() => assistantMissing.set(true), []);
  return null;
}
