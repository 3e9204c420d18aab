import { useConfirm } from '@rise/ui';
import { AssistantDrawer } from '@rise/ui/assistant';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useObservable } from '@rise/ui/observable';
import { useSettings } from '../../settings/settings.ts';
import { AnsweredLine } from './answered-line.tsx';
import { createConversation, isFull } from './conversation.ts';
import { useModeNote } from './use-mode-note.ts';

interface AssistantPanelProps {
  id: string;
  opened: boolean;
  onClose: () => void;
  /** Path of the insights screen; null if not available. */
  insights: string | null;
}

/** The assistant's drawer with its conversation: restored when it opens, kept while it is closed. */
export default function AssistantPanel({ id, opened, onClose, insights }: AssistantPanelProps) {
  const { t } = useTranslation();
  const { product } = useSettings();
  const confirm = useConfirm();
  const reportError = useReportError();
  const [conversation] = useState(() => createConversation({ remembered: true }));
  const state = useObservable(conversation.state);
  const note = useModeNote(opened);
  useEffect(() => {
    if (opened) void conversation.restore();
  }, [opened, conversation]);
  useEffect(() => () => conversation.leave(), [conversation]);

  const clear = async () => {
    const answer = await confirm({
      title: t('assistant.clear.title'),
      message: t('assistant.clear.message'),
      actions: { confirm: { label: t('assistant.clear.action') } },
    });
    if (answer === 'confirmed') await conversation.clear().catch(reportError);
  };
  return (
    <AssistantDrawer
      id={id}
      opened={opened}
      onClose={onClose}
      product={product.name}
      lines={state.lines}
      waiting={state.waiting}
      partial={state.partial}
      onStop={conversation.stop}
      restoring={state.restoring}
      full={isFull(state)}
      draft={state.draft}
      onDraft={conversation.write}
      onSend={(text) => void conversation.send(text, t('assistant.failed'))}
      onClear={() => void clear()}
      note={note}
      examples={[t('assistant.examples.portal'), t('assistant.examples.measure'), t('assistant.examples.data')]}
      {...(insights !== null && { insights })}
      renderAnswer={(content, place) => (
        <AnsweredLine
          content={content}
          data={state.history[place]?.data}
          onQuery={(query) => void conversation.changeQuery(place, query).catch(reportError)}
        />
      )}
    />
  );
}
