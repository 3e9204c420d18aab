import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { GeneratedDatasets, ModelDocument, ModelDraft } from '@rise/contract';
import { Notice, SegmentedChoice, TextSkeleton, useConfirm } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { addDatasets } from './answers.rules.ts';
import { DraftStatus } from './draft-status.tsx';
import { FigurePanel } from './figure-panel.tsx';
import { FormPanel } from './form-panel.tsx';
import { IssueList } from './issue-list.tsx';
import { type ModelEditorState, PANELS, readModelEditorState, writeModelEditorState } from './model-editor.state.ts';
import { checkQuery, tablesQuery } from './model-editor.queries.ts';
import { Outline } from './outline.tsx';
import { outlineOf } from './outline.rules.ts';
import { QuestionsPanel } from './questions-panel.tsx';
import { Review } from './review.tsx';
import { TablesPanel } from './tables-panel.tsx';
import { useDraft } from './use-draft.ts';
import { memberAt, membersInText, parseModelText } from './yaml-text.ts';
import type { YamlEditorHandle } from './yaml-editor.tsx';
import classes from './model-editor.module.css';

const YamlEditor = lazy(() => import('./yaml-editor.tsx'));

/** Time without a key after which the text is checked. */
const CHECK_MS = 500;

const PANEL_TITLES = {
  figure: 'modelEditor.panels.figure',
  form: 'modelEditor.panels.form',
  questions: 'modelEditor.panels.questions',
  tables: 'modelEditor.panels.tables',
} as const;

export interface ModelEditorProps {
  draft: ModelDraft | null;
  /** Null while the tenant has no model. */
  active: ModelDocument | null;
}

function basisOf(draft: ModelDraft | null, active: ModelDocument | null) {
  if (draft) return { ...draft, at: draft.updatedAt };
  return { document: active?.document ?? '', revision: 0, basedOn: active?.version ?? null, at: null, author: null };
}

/** Outline, text and what belongs to the selected member, side by side. */
export function ModelEditor({ draft: stored, active }: ModelEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const reportError = useReportError();
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
      replaceText({ ...basisOf(null, active), dirty: false });
    } catch (error) {
      reportError(error);
    }
  };
  const add = (generated: GeneratedDatasets, tables: readonly string[]) => {
    const next = addDatasets(text, generated);
    if (next === null) return false;
    setText(next);
    const questions = generated.questions.length > 0;
    go({ panel: questions ? 'questions' : 'tables', tables });
    return true;
  };
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
  const changed = text !== (active?.document ?? '');

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <DraftStatus draft={draft} active={active} onReplace={replaceText} />
        <div className={classes.buttons}>
          {changed && state.step === 'edit' && (
            <Button variant="subtle" onClick={() => void discard()}>
              {t('modelEditor.discard.button')}
            </Button>
          )}
          {state.step === 'edit' && (
            <Button
              disabled={!changed}
              {...(!changed && { title: t('modelEditor.nothingToPublish') })}
              onClick={() => void draft.flush().then(() => go({ step: 'review' }, false))}
            >
              {t('modelEditor.review.open')}
            </Button>
          )}
        </div>
      </div>
      {published !== null && (
        <Notice tone="positive" onClose={() => setPublished(null)}>
          {t('modelEditor.published', { version: published })}
        </Notice>
      )}
      {active === null && text === '' && <Notice tone="info">{t('modelEditor.start')}</Notice>}
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
      <div className={classes.columns} hidden={state.step === 'review'}>
        <Outline
          outline={view.outline}
          selected={state.member}
          extending={view.extending}
          onSelect={({ key, at }) => select(key, at)}
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
              onChange={draft.change}
              onMove={follow}
            />
          </Suspense>
          <IssueList {...checked} onJump={(line) => editor.current?.jumpTo(offsetOfLine(text, line))} />
        </div>
        <aside className={classes.side} aria-label={t('modelEditor.panels.label')}>
          <SegmentedChoice
            label={t('modelEditor.panels.label')}
            options={PANELS.map((value) => ({ value, label: t(PANEL_TITLES[value]) }))}
            value={state.panel}
            onChange={(panel) => go({ panel })}
          />
          {state.panel === 'figure' && (
            <FigurePanel
              document={checked.valid?.document ?? null}
              datasets={checked.valid?.datasets ?? []}
              outdated={checked.issues.length > 0}
              member={state.member}
              by={state.by}
              asReader={state.asReader}
              onBy={(by) => go({ by })}
              onReader={(asReader) => go({ asReader })}
            />
          )}
          {state.panel === 'form' && (
            <FormPanel text={text} address={addressOf(state.member, view.outline)} onChange={setText} />
          )}
          {state.panel === 'questions' && (
            <QuestionsPanel
              text={text}
              tables={state.tables}
              onChange={setText}
              onTables={() => go({ panel: 'tables' })}
            />
          )}
          {state.panel === 'tables' && (
            <TablesPanel
              used={view.tablesUsed}
              onAdd={add}
              onQuestions={(table) => go({ panel: 'questions', tables: [table] })}
            />
          )}
        </aside>
      </div>
    </div>
  );
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0);

function addressOf(key: string | null, outline: ReturnType<typeof outlineOf>) {
  const [dataset, name] = (key ?? '').split('.');
  const own = outline.find((one) => one.name === dataset);
  const member = [...(own?.measures ?? []), ...(own?.dimensions ?? [])].find((one) => one.name === name);
  return member ? { dataset: dataset!, kind: member.kind, name: member.name } : null;
}

/** The errors of the text as of the last pause, and the last text that had none. */
function useChecked(text: string) {
  const [settled] = useDebouncedValue(text, CHECK_MS);
  const check = useQuery({ ...checkQuery(settled), enabled: settled.trim() !== '', placeholderData: keepPreviousData });
  const [valid, setValid] = useState<{ document: string; datasets: NonNullable<typeof check.data>['datasets'] } | null>(
    null,
  );
  const { data, isPlaceholderData } = check;
  const current = isPlaceholderData || settled !== text ? undefined : data;
  useEffect(() => {
    if (data && !isPlaceholderData && data.issues.length === 0)
      setValid({ document: settled, datasets: data.datasets });
  }, [data, isPlaceholderData, settled]);
  const issues = useMemo(() => (text.trim() === '' ? [] : (data?.issues ?? [])), [text, data]);
  return {
    current,
    issues,
    valid,
    checking: text.trim() !== '' && current === undefined && !check.isError,
    error: check.error,
  };
}

/** What outline and completion show of the text. */
function useModelView(text: string, datasets: Parameters<typeof outlineOf>[0] | undefined) {
  const localize = useLocalize();
  const tables = useQuery(tablesQuery);
  const members = useMemo(() => membersInText(text), [text]);
  const outline = useMemo(() => outlineOf(datasets ?? [], members, localize), [datasets, members, localize]);
  const names = useMemo(
    () => ({
      tables: tables.data?.tables ?? [],
      datasets: datasets ?? [],
      mappings: members.filter(({ kind }) => kind === 'mapping').map(({ name }) => name),
    }),
    [tables.data, datasets, members],
  );
  const written = useMemo(() => {
    const data = parseModelText(text)?.toJS() as { extends?: unknown; datasets?: { table?: unknown }[] } | null;
    const list = Array.isArray(data?.datasets) ? data.datasets : [];
    return {
      extending: typeof data?.extends === 'string',
      tablesUsed: new Set(list.map((one) => String(one?.table ?? ''))),
    };
  }, [text]);
  return { members, outline, names, ...written };
}
