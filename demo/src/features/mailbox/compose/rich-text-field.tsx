import { memo, useEffect, useId, useRef } from 'react';
import { SafeHtml } from '../../../html/safe-html.tsx';
import { FormatBar } from './format-bar.tsx';
import classes from './compose.module.css';

interface RichTextFieldProps {
  label: string;
  /** What it begins with; untrusted. Later changes of it change nothing. */
  html: string;
  hasFocus: boolean;
  onChange: (text: { html: string; content: string }) => void;
}

/** Formatted text, edited by the browser. Formatting of what is pasted is left out. */
export function RichTextField({ label, html, hasFocus, onChange }: RichTextFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    run('defaultParagraphSeparator', 'p');
    if (hasFocus) field.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  const report = () => {
    keepAlignment(field.current!);
    const { innerHTML, innerText } = field.current!;
    const isBlank = innerText.trim() === '';
    onChange({ html: isBlank ? '' : innerHTML, content: innerText.trimEnd() });
  };
  return (
    <div>
      <p id={id} className={classes['label']}>
        {label}
      </p>
      <div className={classes['editor']}>
        <FormatBar field={field} run={(command, value) => (run(command, value), report())} />
        <div
          ref={field}
          className={classes['text']}
          role="textbox"
          aria-multiline
          aria-labelledby={id}
          tabIndex={0}
          contentEditable
          suppressContentEditableWarning
          data-autofocus={hasFocus || undefined}
          onInput={report}
          onPaste={(event) => {
            event.preventDefault();
            run('insertText', event.clipboardData.getData('text/plain'));
          }}
          onDrop={(event) => event.preventDefault()}
        >
          <Start html={html} />
        </div>
      </div>
    </div>
  );
}

/** Browsers align by a style, and mails carry none: the attribute is what stays. */
function keepAlignment(text: HTMLElement): void {
  for (const part of text.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = part.style;
    part.removeAttribute('style');
    if (textAlign !== '') part.setAttribute('align', textAlign);
  }
}

/** Rendered once: from then on the content is the browser's. */
const Start = memo(
  ({ html }: { html: string }) => (html === '' ? null : <SafeHtml html={html} />),
  () => true,
);

/**
 * The editing commands of browsers. They have been declared obsolete without a successor, and all browsers have them;
 * where one had not, the text would be plain.
 */
function run(command: string, value?: string): void {
  document.execCommand?.(command, false, value);
}
