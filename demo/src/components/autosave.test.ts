import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Autosave } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Note {
  title: string;
  text: string;
}
/** A server whose answers the test gives one by one. */
function server() {
  const sent: Partial<Note>[] = [];
  const answers: { resolve: () => void; reject: () => void }[] = [];
  const save = (change: Partial<Note>) => {
    sent.push(change);
    return new Promise<void>((resolve, reject) => answers.push({ resolve, reject: () => reject(new Error('no')) }));
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    sent,
    save,
    accept: () => (answers.shift()!.resolve(), settled()),
    refuse: () => (answers.shift()!.reject(), settled()),
  };
}

test('saves what was changed in one call, a moment after the last change', async () => {
  const { sent, save, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  await vi.advanceTimersByTimeAsync(300);
  autosave.change({ title: 'Ab', text: 'x' });
  await vi.advanceTimersByTimeAsync(300);
  expect([sent, autosave.state()]).toEqual([[], 'waiting']);
  await vi.advanceTimersByTimeAsync(200);
  expect([sent, autosave.state()]).toEqual([[{ title: 'Ab', text: 'x' }], 'saving']);
  await accept();
  expect(autosave.state()).toBe('saved');
});

test('sends at once what was changed last, when the record is left', async () => {
  const { sent, save } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'last word' });
  void autosave.flush();
  expect(sent).toEqual([{ title: 'last word' }]);
});

test('never sends two saves at a time, so that none overtakes another', async () => {
  const { sent, save, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  void autosave.flush();
  autosave.change({ title: 'B', text: 'x' });
  void autosave.flush();
  expect(sent).toEqual([{ title: 'A' }]);
  await accept();
  expect(sent).toEqual([{ title: 'A' }, { title: 'B', text: 'x' }]);
  await accept();
  expect(autosave.state()).toBe('saved');
});

test('keeps what could not be saved, and sends it again with what came since', async () => {
  const { sent, save, refuse, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  void autosave.flush();
  await refuse();
  expect([autosave.state(), autosave.edits()]).toEqual(['failed', { title: 'A' }]);
  autosave.change({ text: 'x' });
  void autosave.flush();
  expect(sent.at(-1)).toEqual({ title: 'A', text: 'x' });
  await accept();
  expect(autosave.state()).toBe('saved');
});

test('shows what was entered until the record has it, and then the record', async () => {
  const { save, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  autosave.settle({ title: '', text: '' });
  expect(autosave.edits()).toEqual({ title: 'A' });
  void autosave.flush();
  await accept();
  autosave.change({ text: 'still typing' });
  autosave.settle({ title: 'A', text: '' });
  expect(autosave.edits()).toEqual({ text: 'still typing' });
});

test('a record that is not there any more keeps what was entered', async () => {
  const autosave = new Autosave<Note>(async () => null);
  autosave.change({ title: 'A' });
  await autosave.flush();
  expect([autosave.isGone(), autosave.state(), autosave.unsaved()]).toEqual([true, 'failed', { title: 'A' }]);
});

test('a flush during a save resolves once all is saved', async () => {
  const { sent, save, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  void autosave.flush();
  autosave.change({ title: 'B' });
  let isDone = false;
  void autosave.flush().then(() => (isDone = true));
  await accept();
  expect([sent.at(-1), isDone]).toEqual([{ title: 'B' }, false]);
  await accept();
  expect(isDone).toBe(true);
});

test('what was changed back before it was saved counts as saved', async () => {
  const { sent, save, accept } = server();
  const autosave = new Autosave<Note>(save);
  autosave.change({ title: 'A' });
  void autosave.flush();
  await accept();
  autosave.change({ title: 'B' });
  autosave.change({ title: 'A' });
  await vi.advanceTimersByTimeAsync(500);
  expect([sent, autosave.state()]).toEqual([[{ title: 'A' }], 'saved']);
});
