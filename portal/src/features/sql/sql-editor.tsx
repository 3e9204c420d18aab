import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { SqlTable } from '@rise/contract';
import { useEffect, useRef } from 'react';
import { editorLook } from '../../editor/editor-look.ts';
import type { Statement } from './use-sql-run.ts';
import classes from './sql.module.css';

export interface SqlEditorProps {
  label: string;
  text: string;
  tables: readonly SqlTable[];
  /** The place and text of what is wrong; null: nothing. */
  problem: { at: number; message: string } | null;
  onChange: (text: string) => void;
  /** The selected part; null without a selection. */
  onSelect: (selected: Statement | null) => void;
  onRun: () => void;
}

const schemaOf = (tables: readonly SqlTable[]) =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));

const language = (tables: readonly SqlTable[]) => sql({ dialect: PostgreSQL, schema: schemaOf(tables) });

/**
 * The statement's editor, with completion by the reader's tables. It lies in a shadow root, whose styles need no
 * exception in the page's security policy. The Tab key leaves it, as any field.
 */
export default function SqlEditor({ label, text, tables, problem, onChange, onSelect, onRun }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const schema = useRef(new Compartment());
  const events = useRef({ onChange, onSelect, onRun });
  useEffect(() => {
    events.current = { onChange, onSelect, onRun };
  });
  useEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                events.current.onRun();
                return true;
              },
            },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          lineNumbers(),
          history(),
          highlightSpecialChars(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          schema.current.of(language([])),
          editorLook,
          EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
            if (docChanged) events.current.onChange(state.doc.toString());
            if (!docChanged && !selectionSet) return;
            const { from, to, empty } = state.selection.main;
            events.current.onSelect(empty ? null : { sql: state.sliceDoc(from, to), offset: from });
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // Later texts are entered below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    const editor = view.current!;
    const before = editor.state.doc.toString();
    // What the editor itself has reported is already there.
    if (text !== before) editor.dispatch({ changes: { from: 0, to: before.length, insert: text } });
  }, [text]);
  useEffect(() => {
    view.current?.dispatch({ effects: schema.current.reconfigure(language(tables)) });
  }, [tables]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { length } = editor.state.doc;
    const from = problem && Math.min(problem.at, length);
    const list =
      problem && from !== null
        ? [{ from, to: Math.min(from + 1, length), severity: 'error' as const, message: problem.message }]
        : [];
    editor.dispatch(setDiagnostics(editor.state, list));
  }, [problem]);
  return <div ref={host} className={classes.editor} />;
}
