import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The portal's colors and fonts, in both schemes, by its variables. */
export const editorLook = [
  EditorView.theme({
    '&': { height: '100%', color: 'var(--rise-text)', backgroundColor: 'var(--rise-surface)', fontSize: '14px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--rise-mono)', lineHeight: '1.5', overflow: 'auto' },
    '.cm-content': { padding: '12px 0', caretColor: 'var(--rise-text)' },
    '.cm-cursor': { borderLeftColor: 'var(--rise-text)' },
    '.cm-gutters': { color: 'var(--rise-hint)', backgroundColor: 'transparent', border: 'none' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'color-mix(in srgb, var(--rise-primary) 24%, transparent)',
    },
    // The library's own is for light pages only.
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--rise-text) 4%, transparent)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--rise-primary-tint)' },
    '.cm-tooltip': {
      border: '1px solid var(--rise-border)',
      borderRadius: 'var(--rise-radius)',
      color: 'var(--rise-text)',
      backgroundColor: 'var(--rise-raised)',
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'var(--rise-on-primary)',
      backgroundColor: 'var(--rise-primary)',
    },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--rise-negative)' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--rise-negative)',
      textUnderlineOffset: '3px',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.keyword, color: 'var(--rise-primary)', fontWeight: '600' },
      { tag: tags.definition(tags.propertyName), color: 'var(--rise-primary)' },
      { tag: [tags.string, tags.special(tags.string)], color: 'var(--rise-positive)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--rise-info)' },
      { tag: [tags.lineComment, tags.blockComment], color: 'var(--rise-hint)', fontStyle: 'italic' },
    ]),
  ),
];
