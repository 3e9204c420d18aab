import { unifiedMergeView } from '@codemirror/merge';
import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { editorLook } from '../../editor/editor-look.ts';
import { useCodeMirror } from '../../editor/use-code-mirror.ts';
import classes from './model-editor.module.css';

const look = EditorView.theme({
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--rise-positive) 12%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--rise-negative) 12%, transparent)' },
  '.cm-changedText': { background: 'none !important', boxShadow: 'inset 0 -2px var(--rise-positive)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', boxShadow: 'inset 0 -2px var(--rise-negative)' },
  // What changed is what counts here; the colors of words would be hard to read on it.
  '.cm-changedLine span, .cm-deletedChunk span': { color: 'var(--rise-text) !important' },
  '.cm-collapsedLines': { color: 'var(--rise-secondary)', background: 'var(--rise-page)' },
});

export interface TextDifferenceProps {
  label: string;
  before: string;
  after: string;
}

/** Two texts as one, with what was removed and added; equal parts are folded. Mount it again for other texts. */
export default function TextDifference({ label, before, after }: TextDifferenceProps) {
  const { host } = useCodeMirror(after, () => [
    lineNumbers(),
    yaml(),
    editorLook,
    look,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    unifiedMergeView({
      original: before,
      mergeControls: false,
      collapseUnchanged: { margin: 3, minSize: 6 },
    }),
  ]);
  return <div ref={host} className={classes.difference} />;
}
