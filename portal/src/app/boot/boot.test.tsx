import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { currentSession } from '../../session/session.ts';
import { translationServer } from '../../i18n/translation-server.fixture.ts';
import { SETTINGS } from '../portal.fixture.tsx';
import { boot } from './boot.tsx';

let answers: (path: string) => Response | Promise<Response>;
const asked: string[] = [];
let told: MockInstance<typeof console.error>;

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  currentSession.set(null);
  document.body.innerHTML = '<div id="splash"></div><div id="root"></div>';
  told = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return answers(input);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = () => boot(document.getElementById('root')!);
const offline = () => {
  throw new TypeError('Failed to fetch');
};

describe('a boot that fails', () => {
  it('is logged and shown, before anything else was asked for', async () => {
    answers = offline;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByRole('heading', { name: 'Rise could not start' });
    expect(screen.getByText(/The server cannot be reached/)).toBeTruthy();
    expect(asked).toEqual(['/api/application-settings']);
    expect(told.mock.calls[0]?.[0]).toBe('The portal could not start.');
    expect(document.getElementById('splash')).toBeNull();
  });

  it('speaks the browser’s language without any translation file', async () => {
    answers = offline;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tr-TR']);
    await start();
    await screen.findByRole('heading', { name: 'Rise başlatılamadı' });
    expect(screen.getByRole('button', { name: 'Yeniden dene' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('tr');
  });

  it('names the request where the server answered with an error', async () => {
    answers = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'req-4711' } }, { status: 500 });
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByText(/req-4711/);
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  it('loads the page again on demand', async () => {
    answers = offline;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    await start();
    (await screen.findByRole('button', { name: 'Try again' })).click();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

describe('a boot that succeeds', () => {
  const portal = (path: string) => {
    if (path === '/api/application-settings') return Response.json(SETTINGS);
    if (path.startsWith('/assets/')) return translationServer(path);
    return Response.json({ error: { code: 'UNAUTHENTICATED', message: 'x', requestId: 'r' } }, { status: 401 });
  };

  beforeEach(() => {
    window.history.replaceState(null, '', '/contact-us');
    vi.stubGlobal('scrollTo', () => {});
  });

  it('reads the settings before anything else, and hides the splash once the first screen is there', async () => {
    let letIn = () => {};
    const signedOut = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    answers = async (path) => {
      if (path.includes('session')) await signedOut;
      return portal(path);
    };
    const started = start();
    await waitFor(() => expect(asked).toContain('/api/v1/session'));
    expect(asked[0]).toBe('/api/application-settings');
    expect(document.getElementById('splash')).not.toBeNull();
    letIn();
    await started;
    await screen.findByRole('heading', { level: 1, name: 'Contact us' }, { timeout: 15_000 });
    expect(document.getElementById('splash')).toBeNull();
    expect(told).not.toHaveBeenCalled();
  });

  it('leaves no blank page where something outside of every screen fails', async () => {
    answers = (path) =>
      path === '/api/application-settings' ? Response.json({ ...SETTINGS, appearance: null }) : portal(path);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByRole('heading', { level: 1, name: 'Rise could not start' }, { timeout: 15_000 });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(document.getElementById('splash')).toBeNull();
  });
});
