import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showPage } from '../../testing/show-page.tsx';
import ProfilePage from './profile.page.tsx';

// The growing text box measures itself again once fonts are loaded; the test DOM has none.
Object.assign(document, { fonts: new EventTarget() });
afterEach(cleanup);

const count = (label: string) => Number(screen.getByText(label, { selector: 'dt' }).nextElementSibling!.textContent);
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('posts, likes and comments are shown and counted', async () => {
  await showPage(ProfilePage, '/pages/profile');
  const box = await screen.findByRole('textbox', { name: 'Write a post' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });
  const before = count('Posts');
  write(box, '   ');
  expect(button.disabled).toBe(true);
  write(box, 'Hello, everybody');
  fireEvent.click(button);
  await screen.findByText('Hello, everybody', { selector: 'p' });
  expect(count('Posts')).toBe(before + 1);

  const [post] = screen.getAllByRole('article');
  fireEvent.click(within(post!).getByRole('button', { name: 'Like · 0' }));
  const liked = await within(post!).findByRole('button', { name: 'Like · 1' });
  expect(liked.getAttribute('aria-pressed')).toBe('true');

  fireEvent.click(within(post!).getByRole('button', { name: 'Comments · 0' }));
  write(within(post!).getByRole('textbox', { name: 'Write a comment' }), 'Hello to you');
  fireEvent.click(within(post!).getByRole('button', { name: 'Send' }));
  await within(post!).findByText('Hello to you', { selector: 'p' });
  fireEvent.click(within(post!).getByRole('button', { name: 'Reply' }));
  write(within(post!).getByRole('textbox', { name: /^Reply to / }), 'And to you');
  fireEvent.click(within(post!).getAllByRole('button', { name: 'Send' })[0]!);
  const reply = await within(post!).findByText('And to you', { selector: 'p' });
  expect(reply.closest('ul')!.parentElement!.textContent).toContain('Hello to you');
  within(post!).getByRole('button', { name: 'Comments · 2' });
}, 30_000);

test('following back updates the count, and an address without a post shows a notice', async () => {
  const { address } = await showPage(ProfilePage, '/pages/profile?post=gone');
  await screen.findByText('The post that this link leads to is not there any more.');
  const before = count('Following');
  fireEvent.click(screen.getByRole('tab', { name: 'Followers' }));
  await waitFor(() => expect(address()).toBe('/pages/profile?view=followers'));
  fireEvent.click(await screen.findByRole('button', { name: 'Follow back: Elif Karaca' }));
  await screen.findByRole('button', { name: 'Following: Elif Karaca' });
  expect(count('Following')).toBe(before + 1);
});
