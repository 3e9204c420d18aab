import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetChat, storeChat, storedChat } from './chat-session.ts';

const NOON = new Date(2026, 0, 20, 12);
let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: NOON });
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('is {chatId, timestamp} under chat_session, and today’s is restored', () => {
  expect(storedChat()).toBeNull();
  storeChat('one');
  expect(JSON.parse(localStorage.getItem('chat_session')!)).toEqual({ chatId: 'one', timestamp: NOON.getTime() });
  vi.setSystemTime(new Date(2026, 0, 20, 23, 59, 59));
  expect(storedChat()).toBe('one');
  expect(warned).not.toHaveBeenCalled();
  forgetChat();
  expect(localStorage.getItem('chat_session')).toBeNull();
});

it.each([
  ['the next day', new Date(2026, 0, 21, 0, 0, 0)],
  ['the same day of another month', new Date(2026, 1, 20, 12)],
])('is cleared %s, with a warning', (_when, later) => {
  storeChat('one');
  vi.setSystemTime(later);
  expect(storedChat()).toBeNull();
  expect(localStorage.getItem('chat_session')).toBeNull();
  expect(warned).toHaveBeenCalledOnce();
});

it('is stored again only for another conversation', () => {
  storeChat('one');
  vi.setSystemTime(NOON.getTime() + 1000);
  storeChat('one');
  expect(JSON.parse(localStorage.getItem('chat_session')!)).toMatchObject({ timestamp: NOON.getTime() });
  storeChat('two');
  expect(JSON.parse(localStorage.getItem('chat_session')!)).toEqual({
    chatId: 'two',
    timestamp: NOON.getTime() + 1000,
  });
});

it.each(['{', 'null', '"one"', '{"chatId":1,"timestamp":2}', '{"chatId":"one"}'])(
  '%s is ignored with a warning',
  (text) => {
    localStorage.setItem('chat_session', text);
    expect(storedChat()).toBeNull();
    expect(warned).toHaveBeenCalled();
  },
);

it('works without storage, with warnings', () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  expect(storedChat()).toBeNull();
  storeChat('one');
  forgetChat();
  expect(warned.mock.calls.length).toBeGreaterThanOrEqual(3);
});
