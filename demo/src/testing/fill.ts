import { userEvent } from '@testing-library/user-event';

/**
 * Enters a text in one step for tests that are not about typing, since each key press renders much of the page; then
 * presses the keys of `then`.
 */
export async function fill(field: HTMLElement, text: string, then = ''): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
  if (then !== '') await userEvent.keyboard(then);
}
