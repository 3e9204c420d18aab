import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { ModelIssueDetail } from '@rise/contract';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { editorLook } from '../../editor/editor-look.ts';
import { useCodeMirror } from '../../editor/use-code-mirror.ts';
import { type CompletionContextNames, type Proposal, proposalsAt } from './completion.rules.ts';
import classes from './model-editor.module.css';

export interface YamlEditorHandle {
  /** Replaces what differs, so that undo and the cursor stay. */
  setText(text: string): void;
  jumpTo(offset: number): void;
}

export interface YamlEditorProps {
  label: string;
  initial: string;
  issues: readonly ModelIssueDetail[];
  names: CompletionContextNames;
  onChange: (text: string) => void;
  /** The cursor's offset. */
  onMove: (offset: number) => void;
  ref: Ref<YamlEditorHandle>;
}

const TYPES: Record<Proposal['kind'], string> = {
  field: 'property',
  value: 'enum',
  table: 'class',
  column: 'variable',
  measure: 'function',
  dimension: 'variable',
};

/** The model's text. The Tab key leaves it, as any field. */
export default function YamlEditor({ label, initial, issues, names, onChange, onMove, ref }: YamlEditorProps) {
  const known = useRef(names);
  const events = useRef({ onChange, onMove });
  useEffect(() => {
    known.current = names;
    events.current = { onChange, onMove };
  });
  const { host, view } = useCodeMirror(initial, () => [
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    highlightSpecialChars(),
    highlightActiveLine(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    indentUnit.of('  '),
    yaml(),
    EditorView.lineWrapping,
    autocompletion({ override: [(context) => complete(context, known.current)] }),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    editorLook,
    EditorView.updateListener.of(({ state, view: editor, docChanged, selectionSet }) => {
      if (docChanged) events.current.onChange(state.doc.toString());
      // What a form changes does not move its author away from the form.
      if (selectionSet || (docChanged && editor.hasFocus)) events.current.onMove(state.selection.main.head);
    }),
  ]);
  useImperativeHandle(ref, () => ({
    setText: (text) => view.current && replaceText(view.current, text),
    jumpTo(offset) {
      const editor = view.current;
      if (!editor) return;
      const at = Math.min(offset, editor.state.doc.length);
      editor.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 24 }),
      });
      editor.focus();
    },
  }));
  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, toDiagnostics(editor, issues)));
  }, [issues, view]);
  return <div ref={host} className={classes.editor} />;
}

function complete(context: CompletionContext, names: CompletionContextNames) {
  const found = proposalsAt(context.state.sliceDoc(0, context.pos), names);
  if (!found || (found.typed === 0 && !context.explicit && !/[:{[]\s$/.test(lineBefore(context)))) return null;
  return {
    from: context.pos - found.typed,
    validFor: /^\w*$/,
    options: found.proposals.map(({ label, kind, detail }) => ({
      label,
      type: TYPES[kind],
      ...(detail !== undefined && { detail }),
      ...(kind === 'field' && { apply: `${label}: ` }),
    })),
  };
}

const lineBefore = ({ state, pos }: CompletionContext) => state.sliceDoc(state.doc.lineAt(pos).from, pos);

function replaceText(editor: EditorView, text: string): void {
  const before = editor.state.doc.toString();
  if (before === text) return;
  let from = 0;
  const most = Math.min(before.length, text.length);
  while (from < most && before[from] === text[from]) from += 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  editor.dispatch({ changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) } });
}

function toDiagnostics({ state }: EditorView, issues: readonly ModelIssueDetail[]): Diagnostic[] {
  return issues.flatMap(({ line, column, message }): Diagnostic[] => {
    if (line === null) return [];
    const { from, to } = state.doc.line(Math.min(line, state.doc.lines));
    const start = Math.min(from + Math.max(0, (column ?? 1) - 1), to);
    return [{ from: start, to: Math.max(start, to), severity: 'error', message }];
  });
}
