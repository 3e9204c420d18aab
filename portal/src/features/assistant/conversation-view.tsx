import { useConfirm, ErrorState, ListSkeleton } from '@rise/ui';
import { AssistantLines, AssistantWelcome, QuestionBox } from '@rise/ui/assistant';
import { useObservable } from '@rise/ui/observable';
import { usePanelTexts } from '@rise/ui/panel-texts';
import { download } from '@rise/shell/files';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useSettings } from '../../settings/settings.ts';
import { AnswerRating } from './answer-rating.tsx';
import { AnsweredLine } from './answered-line.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { conversationFileName, conversationMarkdown } from './conversation-file.ts';
import {
  conversationQuery,
  type ConversationChange,
  useChangeConversation,
  useRateAnswer,
  useRefreshConversations,
} from './conversations.queries.ts';
import { createConversation, isFull } from './conversation.ts';
import { SharingBar } from './sharing-bar.tsx';
import { UnansweredNotice } from './unanswered-notice.tsx';
import { useFileMessages } from './use-conversation-file.ts';
import { useModeNote } from './use-mode-note.ts';
import classes from './assistant-page.module.css';

interface ConversationViewProps {
  /** Null: a new conversation. */
  id: string | null;
  onBack: () => void;
  /** A new conversation has been stored under this id. */
  onStored: (id: string) => void;
  onDelete: (id: string, title: string) => void;
}

const QUESTION_LENGTH = 2000;

/** One conversation: its lines, the box for questions, and what can be done with it. */
export function ConversationView({ id, onBack, onStored, onDelete }: ConversationViewProps) {
  const { t } = useTranslation();
  const { product } = useSettings();
  const [conversation] = useState(() => createConversation({ remembered: false }));
  const state = useObservable(conversation.state);
  const note = useModeNote();
  const box = useRef<HTMLTextAreaElement>(null);
  const found = useQuery({ ...conversationQuery(id ?? ''), enabled: id !== null });
  const messages = found.data?.messages;
  const rate = useRateAnswer(id ?? '');
  const refresh = useRefreshConversations();
  const onError = useReportError();
  useEffect(() => () => conversation.leave(), [conversation]);
  useEffect(() => {
    const { chatId } = conversation.state.get();
    if (id === null && chatId !== null) conversation.show(null, []);
    if (id !== null && id !== chatId && messages) conversation.show(id, messages);
  }, [id, messages, conversation]);

  const ask = async (text: string) => {
    await conversation.send(text, null);
    const { chatId, unanswered } = conversation.state.get();
    if (unanswered !== null || chatId === null) return;
    if (chatId !== id) onStored(chatId);
    await refresh();
  };
  const retry = () => {
    const { unanswered, chatId, history } = conversation.state.get();
    if (unanswered === null) return;
    conversation.show(chatId, history);
    void ask(unanswered.question);
  };
  const isShown = id === null || state.chatId === id;
  const below = (place: number) => {
    const message = id !== null && state.chatId === id ? messages?.[place] : undefined;
    if (!message) return null;
    const onRate = (rating: typeof message.rating) => rate.mutate({ index: message.index, rating }, { onError });
    const question = messages?.[place - 1]?.content ?? '';
    return <AnswerRating rating={message.rating} onRate={onRate} question={question} />;
  };
  return (
    <section className={classes.chat} aria-label={t('assistantPage.conversation')}>
      <Head id={isShown ? id : null} onBack={onBack} onDelete={onDelete} />
      {found.isError && !isShown ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <AssistantLines
            lines={isShown ? state.lines : []}
            waiting={state.waiting}
            partial={state.partial}
            onStop={conversation.stop}
            renderAnswer={(content, place) => (
              <AnsweredLine
                content={content}
                data={state.history[place]?.data}
                onQuery={(query) => void conversation.changeQuery(place, query).then(refresh).catch(onError)}
              />
            )}
            renderBelow={below}
          >
            {isShown ? (
              <AssistantWelcome
                product={product.name}
                examples={[
                  t('assistant.examples.portal'),
                  t('assistant.examples.measure'),
                  t('assistant.examples.data'),
                ]}
                onSend={(text) => void ask(text)}
              />
            ) : (
              <ListSkeleton rows={4} />
            )}
          </AssistantLines>
          {state.unanswered && <UnansweredNotice reason={state.unanswered.reason} onRetry={retry} />}
          {isFull(state) && (
            <p className={classes.full} role="status">
              {t('assistantPage.full')}
            </p>
          )}
          <QuestionBox
            box={box}
            draft={state.draft}
            onDraft={conversation.write}
            onSend={(text) => void ask(text)}
            waiting={state.waiting}
            restoring={!isShown}
            closed={isFull(state)}
            maxLength={QUESTION_LENGTH}
            onClear={null}
            note={note}
          />
        </>
      )}
    </section>
  );
}

/** The header with the actions of a stored conversation. */
function Head({ id, onBack, onDelete }: Pick<ConversationViewProps, 'id' | 'onBack' | 'onDelete'>) {
  const { t, i18n } = useTranslation();
  const { product } = useSettings();
  const panelTexts = usePanelTexts();
  const toFile = useFileMessages();
  const confirm = useConfirm();
  const change = useChangeConversation();
  const onError = useReportError();
  const found = useQuery({ ...conversationQuery(id ?? ''), enabled: id !== null });
  const stored = id === null ? null : (found.data ?? null);
  const conversation = stored?.conversation ?? null;
  const send = (next: ConversationChange) => id !== null && change.mutate({ id, change: next }, { onError });
  const share = async () => {
    const answer = await confirm({
      title: t('assistantPage.share.title'),
      message: t('assistantPage.share.message'),
      icon: { name: 'question', color: 'info' },
      actions: { confirm: { label: t('assistantPage.share.button'), color: 'primary' } },
    });
    if (answer === 'confirmed') send({ kind: 'share' });
  };
  const save = async () => {
    if (!stored) return;
    const { title } = stored.conversation;
    const written = t('assistantPage.written', {
      product: product.name,
      moment: formatMoment(new Date().toISOString(), i18n.language),
    });
    const words = { you: panelTexts.assistantYou, assistant: panelTexts.assistantName, written };
    const text = conversationMarkdown({
      title,
      messages: await toFile(stored.messages),
      words,
      origin: window.location.origin,
      locale: i18n.language,
    });
    download(new Blob([text], { type: 'text/markdown;charset=utf-8' }), conversationFileName(title));
  };
  return (
    <>
      <ConversationHeader
        key={id}
        conversation={conversation}
        onBack={onBack}
        onRename={(title) => send({ kind: 'rename', title })}
        onPin={(pinned) => send({ kind: 'pin', pinned })}
        onShare={() => void share()}
        onExport={() => void save()}
        onDelete={() => conversation && onDelete(conversation.id, conversation.title)}
      />
      {conversation && (
        <SharingBar
          conversation={conversation}
          isBusy={change.isPending}
          onShareAll={() => send({ kind: 'share' })}
          onStop={() => send({ kind: 'unshare' })}
        />
      )}
    </>
  );
}
