import { userEvent } from '@testing-library/user-event';

/**
 * Enters a text at once, where typing is not what is tested, since each key renders much of the page; then presses the
 * keys of `then`.
 */
export async function fill(field: HTMLElement, text: string, then = ''): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
  if (then !== '') await userEvent.keyboard(then);
}
