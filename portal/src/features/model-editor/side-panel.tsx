import type { CatalogDataset, GeneratedDatasets, ModelIssueDetail, ModelTable } from '@rise/contract';
import { SegmentedChoice } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDatasets } from '../../model-text/answers.rules.ts';
import { FigurePanel } from './figure-panel.tsx';
import { FormPanel } from './form-panel.tsx';
import { type ModelEditorState, PANELS } from './model-editor.state.ts';
import type { OutlineDataset } from './outline.rules.ts';
import { QuestionsPanel } from './questions-panel.tsx';
import { RightsForm } from './rights/rights-form.tsx';
import { TablesPanel } from './tables-panel.tsx';
import { addTest, type NewTest } from './tests.rules.ts';
import { TestsPanel } from './tests-panel.tsx';
import { attributesIn } from './view-as/reader.rules.ts';
import classes from './model-editor.module.css';

const TITLES = {
  figure: 'modelEditor.panels.figure',
  form: 'modelEditor.panels.form',
  tests: 'modelEditor.panels.tests',
  questions: 'modelEditor.panels.questions',
  tables: 'modelEditor.panels.tables',
} as const;

export interface SidePanelProps {
  text: string;
  state: ModelEditorState;
  /** The last text without errors. */
  valid: { document: string; datasets: readonly CatalogDataset[] } | null;
  /** What is wrong with the text, as of its last check. */
  issues: readonly ModelIssueDetail[];
  view: {
    outline: readonly OutlineDataset[];
    tablesUsed: ReadonlySet<string>;
    names: { tables: readonly ModelTable[] };
    extending: boolean;
  };
  onState: (state: Partial<ModelEditorState>) => void;
  onText: (text: string) => void;
}

/** What belongs to the text, beside it: figures, fields, tests, questions or tables. */
export function SidePanel({ text, state, valid, issues, view, onState, onText }: SidePanelProps) {
  const { t } = useTranslation();
  const outdated = issues.length > 0;
  const dataset = view.outline.find(({ name, hasRights }) => hasRights && name === state.member);
  const attributes = useMemo(() => attributesIn(text), [text]);
  const add = (generated: GeneratedDatasets, tables: readonly string[]) => {
    const next = addDatasets(text, generated);
    if (next === null) return false;
    onText(next);
    onState(generated.questions.length > 0 ? { panel: 'questions', tables } : { tables });
    return true;
  };
  const keep = (test: NewTest) => {
    const added = addTest(text, test);
    if (!added) return;
    onText(added.text);
    onState({ panel: 'tests', test: added.name });
  };
  const panels = {
    figure: (
      <FigurePanel
        document={valid?.document ?? null}
        datasets={valid?.datasets ?? []}
        outdated={outdated}
        member={state.member}
        by={state.by}
        reader={state.reader}
        attributes={attributes}
        onBy={(by) => onState({ by })}
        onReader={(reader) => onState({ reader })}
        onKeep={keep}
      />
    ),
    form: dataset ? (
      <RightsForm
        key={dataset.name}
        text={text}
        dataset={dataset}
        table={valid?.datasets.find(({ name }) => name === dataset.name)?.table ?? null}
        tables={view.names.tables}
        extending={view.extending}
        issues={issues}
        onChange={onText}
        onFigure={() => onState({ panel: 'figure' })}
      />
    ) : (
      <FormPanel
        text={text}
        address={addressOf(state.member, view.outline)}
        issues={issues}
        datasets={valid?.datasets ?? []}
        onChange={onText}
      />
    ),
    tests: (
      <TestsPanel
        text={text}
        document={valid?.document ?? null}
        datasets={valid?.datasets ?? []}
        outdated={outdated}
        member={state.member}
        open={state.test}
        onOpen={(test) => onState({ test })}
        onChange={onText}
      />
    ),
    questions: (
      <QuestionsPanel
        text={text}
        tables={state.tables}
        onChange={onText}
        onTables={() => onState({ panel: 'tables' })}
      />
    ),
    tables: (
      <TablesPanel
        used={view.tablesUsed}
        loaded={state.tables}
        onAdd={add}
        onQuestions={(table) => onState({ panel: 'questions', tables: [table] })}
      />
    ),
  };
  return (
    <aside className={classes.side} aria-label={t('modelEditor.panels.label')}>
      <SegmentedChoice
        label={t('modelEditor.panels.label')}
        options={PANELS.map((value) => ({ value, label: t(TITLES[value]) }))}
        value={state.panel}
        onChange={(panel) => onState({ panel })}
      />
      {panels[state.panel]}
    </aside>
  );
}

/** Where the selected member is, by its key. */
function addressOf(key: string | null, outline: readonly OutlineDataset[]) {
  const [dataset, name] = (key ?? '').split('.');
  const own = outline.find((one) => one.name === dataset);
  const member = [...(own?.measures ?? []), ...(own?.dimensions ?? [])].find((one) => one.name === name);
  return member ? { dataset: dataset!, kind: member.kind, name: member.name } : null;
}
