import { POISONED_TEXTS } from '@rise/contract/poisoned-texts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AssistantAnswer } from './assistant-answer.tsx';

afterEach(cleanup);

/** What loads something, runs something or sends something by being shown. */
const ACTIVE =
  'img, picture, source, video, audio, track, script, style, link, meta, base, iframe, frame, object, embed, svg, math, form, input, button, textarea, canvas, template';

it('renders 200 poisoned answers as they are, without anything that reaches out by itself', () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { container } = render(
    <>
      {POISONED_TEXTS.map(({ name, text }) => (
        <section key={name} aria-label={name}>
          <AssistantAnswer content={text} />
        </section>
      ))}
    </>,
  );
  expect(container.querySelectorAll('section')).toHaveLength(200);
  // Lists of tasks in Markdown have boxes; no text here has any.
  expect([...container.querySelectorAll(ACTIVE)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  for (const element of container.querySelectorAll('section *'))
    for (const { name, value } of element.attributes) {
      expect(name, element.outerHTML).not.toMatch(
        /^on|^(?:style|src|srcset|action|formaction|background|poster|ping)$/,
      );
      expect(value, element.outerHTML).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
    }
  // The server removes links but those to sources; one that came through would open nothing by itself.
  for (const link of container.querySelectorAll('a'))
    expect([link.target, link.rel, /^(?:https?:\/\/|\/(?!\/))/.test(link.getAttribute('href')!)]).toEqual(['_blank', 'noopener noreferrer', true]); // prettier-ignore
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
