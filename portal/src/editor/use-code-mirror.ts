import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * An editor in the shadow root of an element, whose styles need no exception in the page's security policy. It holds its
 * own text from the first one on; extensions that change go into compartments.
 */
export function useCodeMirror(initial: string, extensions: () => Extension) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({ doc: initial, extensions: extensions() }),
    });
    view.current = editor;
    return () => editor.destroy();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { host, view: view as RefObject<EditorView | null> };
}
