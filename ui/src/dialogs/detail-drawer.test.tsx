import { Button } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { useConfirm } from './confirm-provider.tsx';
import { DetailDrawer } from './detail-drawer.tsx';

afterEach(cleanup);

const NAMES = ['Ada', 'Ben', 'Cem'];
type Stays = 'mounted' | 'unmounted';
/** Leaves out of the list who was deleted. */
let fetchAgain = () => {};

/** People in a list, each with a drawer that deletes, disables or opens another one. */
function People({ drawers = 'unmounted' }: { drawers?: Stays }) {
  const confirm = useConfirm();
  const [names, setNames] = useState(NAMES);
  const [open, setOpen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [form, setForm] = useState(1);
  const close = () => setOpen(null);
  const forget = (name: string | null) => setNames((before) => before.filter((one) => one !== name));
  const remove = async (how: 'at once' | 'later') => {
    if ((await confirm({ title: 'Really?' })) !== 'confirmed') return;
    close();
    if (how === 'at once') forget(open);
    else fetchAgain = () => forget(open);
  };
  return (
    <main>
      <h1>People</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <input type="checkbox" aria-label={`Select ${name}`} />
            <button type="button" onClick={() => setOpen(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {(open !== null || drawers === 'mounted') && (
        <DetailDrawer
          key={open === 'Note' ? 'note' : 'person'}
          opened={open !== null}
          onClose={close}
          title={open ?? ''}
        >
          <Button loading={isBusy} onClick={() => setBusy(true)}>
            Disable
          </Button>
          <form key={form}>
            <button type="button" onClick={() => setForm(form + 1)}>
              Save
            </button>
          </form>
          <Button onClick={() => setBusy(false)}>End</Button>
          <Button onClick={() => void remove('at once')}>Delete</Button>
          <Button onClick={() => void remove('later')}>Delete later</Button>
          <Button onClick={() => setOpen('Note')}>Note</Button>
        </DetailDrawer>
      )}
    </main>
  );
}

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const focused = () => document.activeElement?.textContent;
const expectFocus = (text: string) => waitFor(() => expect(focused()).toBe(text));

async function openPerson(name: string, drawers?: Stays) {
  render(
    <Rise>
      <People drawers={drawers} />
    </Rise>,
  );
  await press(name);
  const drawer = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  return within(drawer);
}

describe('the focus after a drawer', () => {
  it.each(['mounted', 'unmounted'] as const)('returns to what opened it, which is %s afterwards', async (drawers) => {
    await openPerson('Ben', drawers);
    await userEvent.keyboard('{Escape}');
    expect(focused()).toBe('Ben');
  });

  it('goes to the row that followed one that was deleted with it, or to the last row', async () => {
    await openPerson('Ben');
    await press('Delete');
    await press('Confirm');
    await expectFocus('Cem');
    expect(screen.queryByRole('button', { name: 'Ben' })).toBeNull();
    await press('Cem');
    await press('Delete');
    await press('Confirm');
    await expectFocus('Ada');
  });

  it('goes there too where the list is fetched again later', async () => {
    await openPerson('Ada');
    await press('Delete later');
    await press('Confirm');
    await expectFocus('Ada');
    act(() => fetchAgain());
    await expectFocus('Ben');
    expect(screen.queryByRole('button', { name: 'Ada' })).toBeNull();
  });

  it('goes to the heading of the page where no row is left', async () => {
    await openPerson('Ada');
    for (const name of NAMES) {
      if (name !== 'Ada') await press(name);
      await press('Delete');
      await press('Confirm');
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    }
    await expectFocus('People');
  });

  it('stays where the reader has moved it meanwhile', async () => {
    await openPerson('Ada');
    act(() => screen.getByLabelText('Select Cem').focus());
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Select Cem');
  });

  it('returns to the row from a drawer that another one opened in its place', async () => {
    await openPerson('Ben');
    await press('Note');
    const note = await screen.findByRole('dialog', { name: 'Note' });
    await waitFor(() => expect(note.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await expectFocus('Ben');
  });
});

describe('the focus in an open drawer', () => {
  it('is in the confirmation, and afterwards on what asked for it', async () => {
    await openPerson('Ben');
    await press('Delete');
    await expectFocus('Confirm');
    await press('Cancel');
    await expectFocus('Delete');
    await press('Delete');
    await expectFocus('Confirm');
    await userEvent.keyboard('{Escape}');
    await expectFocus('Delete');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Really?' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Ben' })).toBeTruthy();
  });

  it('returns to a button that was disabled while it ran', async () => {
    const drawer = await openPerson('Ben');
    await press('Disable');
    // A browser takes the focus from what is disabled; the test DOM does not.
    act(() => document.documentElement.focus());
    act(() => document.body.focus());
    expect(document.activeElement).toBe(document.body);
    act(() => drawer.getByText('End').click());
    await expectFocus('Disable');
  });

  it('stays in the drawer where the focused form is mounted again', async () => {
    const drawer = await openPerson('Ben');
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(drawer.getByRole('heading', { name: 'Ben' })));
  });
});
