import { Button } from '@mantine/core';
import type { ModelDocument, ModelDraft } from '@rise/contract';
import { Notice, TextSkeleton, useConfirm } from '@rise/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { DraftStatus } from './draft-status.tsx';
import { ExchangeMenu } from './exchange/exchange-menu.tsx';
import { IssueList } from './issue-list.tsx';
import { type ModelEditorState, readModelEditorState, writeModelEditorState } from './model-editor.state.ts';
import { Outline } from './outline.tsx';
import { Review } from './review.tsx';
import { SidePanel } from './side-panel.tsx';
import { useChecked } from './use-checked.ts';
import { type DraftText, useDraft } from './use-draft.ts';
import { useModelView } from './use-model-view.ts';
import { memberAt } from '../../model-text/yaml-text.ts';
import type { YamlEditorHandle } from './yaml-editor.tsx';
import classes from './model-editor.module.css';

const JoinsStep = lazy(() => import('./joins/joins-step.tsx'));
const YamlEditor = lazy(() => import('./yaml-editor.tsx'));

export interface ModelEditorProps {
  draft: ModelDraft | null;
  /** Null while the tenant has no model. */
  active: ModelDocument | null;
}

function basisOf(draft: ModelDraft | null, active: ModelDocument | null) {
  if (draft) return { ...draft, at: draft.updatedAt };
  return { document: active?.document ?? '', revision: 0, basedOn: active?.version ?? null, at: null, author: null };
}

/** The draft with its state and what leads out of it: review, publish, discard. */
export function ModelEditor({ draft: stored, active }: ModelEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useRef<YamlEditorHandle>(null);
  const state = readModelEditorState(useSearch({ strict: false }));
  const go = (next: Partial<ModelEditorState>, replace = true) =>
    void navigate({ to: '/model/edit', search: writeModelEditorState({ ...state, ...next }) as never, replace });
  const [basis] = useState(() => basisOf(stored, active));
  const draft = useDraft(basis);
  const { text } = draft;
  const [published, setPublished] = useState<number | null>(null);
  const checked = useChecked(text);
  const view = useModelView(text, checked.valid?.datasets);

  /** Changes the text from outside of the editor, which passes it on as if it were typed. */
  const setText = (next: string) => {
    editor.current?.setText(next);
    draft.change(next);
  };
  const replaceText = (next: Parameters<typeof draft.adopt>[0]) => {
    editor.current?.setText(next.document);
    draft.adopt(next);
  };
  const jumpLater = useJump(editor, state.step === 'edit');

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <DraftStatus draft={draft} active={active} onReplace={replaceText} />
        {state.step === 'edit' && (
          <HeadButtons
            {...{ draft, active, view, go }}
            onText={setText}
            onDiscarded={() => replaceText({ ...basisOf(null, active), dirty: false })}
          />
        )}
      </div>
      {published !== null && (
        <Notice tone="positive" onClose={() => setPublished(null)}>
          {t('modelEditor.published', { version: published })}
        </Notice>
      )}
      {active === null && text === '' && <Notice tone="info">{t('modelEditor.start')}</Notice>}
      {state.step === 'joins' && (
        <Suspense fallback={<TextSkeleton lines={6} />}>
          <JoinsStep
            text={text}
            onBack={() => go({ step: 'edit' }, false)}
            onJump={(at) => {
              jumpLater(at);
              go({ step: 'edit' }, false);
            }}
          />
        </Suspense>
      )}
      {state.step === 'review' && (
        <Review
          text={text}
          active={active}
          basedOn={draft.basedOnNow()}
          check={checked.current}
          revision={draft.revisionNow}
          onBack={() => go({ step: 'edit' }, false)}
          onRebase={() =>
            draft.adopt({
              document: text,
              revision: draft.revisionNow(),
              basedOn: active?.version ?? null,
              at: null,
              author: null,
              dirty: true,
            })
          }
          onPublished={(version) => {
            setPublished(version);
            draft.adopt({ document: text, revision: 0, basedOn: version, at: null, author: null, dirty: false });
            go({ step: 'edit' }, false);
          }}
        />
      )}
      <EditorColumns
        hidden={state.step !== 'edit'}
        {...{ editor, text, state, checked, view, go, setText }}
        onType={draft.change}
      />
    </div>
  );
}

/** Shows a place of the text once the editor is visible, which it has to be for that. */
function useJump(editor: RefObject<YamlEditorHandle | null>, visible: boolean) {
  const at = useRef<number | null>(null);
  useEffect(() => {
    if (at.current === null || !visible) return;
    editor.current?.jumpTo(at.current);
    at.current = null;
  }, [editor, visible]);
  return (offset: number) => {
    at.current = offset;
  };
}

interface HeadButtonsProps {
  draft: DraftText;
  active: ModelDocument | null;
  view: ReturnType<typeof useModelView>;
  go: (next: Partial<ModelEditorState>, replace?: boolean) => void;
  onText: (text: string) => void;
  onDiscarded: () => void;
}

/** What leads out of the text. */
function HeadButtons({ draft, active, view, go, onText, onDiscarded }: HeadButtonsProps) {
  const { t } = useTranslation();
  const { text } = draft;
  const changed = text !== (active?.document ?? '');
  const leaveFor = (step: ModelEditorState['step']) => void draft.flush().then(() => go({ step }, false));
  return (
    <div className={classes.buttons}>
      {changed && <Discard draft={draft} onDiscarded={onDiscarded} />}
      <ExchangeMenu
        text={text}
        hasPublished={active !== null}
        extending={view.extending}
        datasets={view.outline.map(({ name }) => name)}
        onText={onText}
      />
      <Button variant="default" onClick={() => leaveFor('joins')}>
        {t('modelEditor.joins.open')}
      </Button>
      <Button
        disabled={!changed}
        {...(!changed && { title: t('modelEditor.nothingToPublish') })}
        onClick={() => leaveFor('review')}
      >
        {t('modelEditor.review.open')}
      </Button>
    </div>
  );
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0);

interface EditorColumnsProps {
  hidden: boolean;
  editor: RefObject<YamlEditorHandle | null>;
  text: string;
  state: ModelEditorState;
  checked: ReturnType<typeof useChecked>;
  view: ReturnType<typeof useModelView>;
  go: (next: Partial<ModelEditorState>) => void;
  setText: (text: string) => void;
  onType: (text: string) => void;
}

/** Outline, text and what belongs to the selected member, side by side. */
function EditorColumns(props: EditorColumnsProps) {
  const { hidden, editor, text, state, checked, view, go, setText, onType } = props;
  const { t } = useTranslation();
  const select = (key: string, at: number | null) => {
    go({ member: key, panel: state.panel === 'form' ? 'form' : 'figure' });
    if (at !== null) editor.current?.jumpTo(at);
  };
  const follow = (offset: number) => {
    const member = memberAt(view.members, offset);
    if (member?.kind !== 'measure' && member?.kind !== 'dimension') return;
    const key = `${member.dataset}.${member.name}`;
    if (key !== state.member && (state.panel === 'figure' || state.panel === 'form')) go({ member: key });
  };
  return (
    <div className={classes.columns} hidden={hidden}>
      <Outline
        outline={view.outline}
        selected={state.member}
        extending={view.extending}
        onSelect={({ key, at }) => select(key, at)}
        onRights={({ name, at }) => {
          go({ member: name, panel: 'form' });
          if (at !== null) editor.current?.jumpTo(at);
        }}
        onJump={(at) => editor.current?.jumpTo(at)}
      />
      <div className={classes.middle}>
        <Suspense fallback={<TextSkeleton lines={12} />}>
          <YamlEditor
            ref={editor}
            label={t('modelEditor.text')}
            initial={text}
            issues={checked.issues}
            names={view.names}
            onChange={onType}
            onMove={follow}
          />
        </Suspense>
        <IssueList {...checked} onJump={(line) => editor.current?.jumpTo(offsetOfLine(text, line))} />
      </div>
      <SidePanel
        text={text}
        state={state}
        valid={checked.valid}
        issues={checked.issues}
        view={view}
        onState={go}
        onText={setText}
      />
    </div>
  );
}

function Discard({ draft, onDiscarded }: { draft: DraftText; onDiscarded: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const reportError = useReportError();
  const discard = async () => {
    const answer = await confirm({
      title: t('modelEditor.discard.title'),
      message: t('modelEditor.discard.message'),
      actions: { confirm: { label: t('modelEditor.discard.confirm') }, cancel: { label: t('common.cancel') } },
    });
    if (answer !== 'confirmed') return;
    try {
      await draft.flush();
      await client.call('POST /api/v1/model/draft/discard', { body: { revision: draft.revisionNow() } });
      onDiscarded();
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <Button variant="subtle" onClick={() => void discard()}>
      {t('modelEditor.discard.button')}
    </Button>
  );
}
