import type { RouterHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { placeTypedAddresses } from './typed-addresses.ts';

/** A window with a history whose entry a test sets. */
function fakeWindow() {
  class FakeHistory {
    state: unknown = null;
    replaceState(state: unknown) {
      this.state = state;
    }
  }
  const history = new FakeHistory();
  return { view: Object.assign(new EventTarget(), { history }) as unknown as Window, entry: history };
}

test('a typed address follows the entry it was typed at, and others keep their place', () => {
  const { view, entry } = fakeWindow();
  placeTypedAddresses(() => ({ location: { state: { __TSR_index: 4 } } }) as unknown as RouterHistory, view);
  view.dispatchEvent(new Event('popstate'));
  expect(entry.state).toMatchObject({ __TSR_index: 5 });
  entry.state = { __TSR_index: 2 };
  view.dispatchEvent(new Event('popstate'));
  expect(entry.state).toEqual({ __TSR_index: 2 });
});
