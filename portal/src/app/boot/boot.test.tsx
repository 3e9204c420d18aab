import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type * as ReactDomClient from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { currentSession } from '../../session/session.ts';
import { translationServer } from '../../i18n/translation-server.fixture.ts';
import { person, SETTINGS } from '../tests/portal.fixture.tsx';
import { boot } from './boot.tsx';

// A portal that stays mounted would follow the session and the addresses of the next test.
const roots = vi.hoisted((): { unmount(): void }[] => []);
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof ReactDomClient>();
  const createRoot: typeof ReactDomClient.createRoot = (...args) => {
    const root = original.createRoot(...args);
    roots.push(root);
    return root;
  };
  return { ...original, createRoot };
});

let answers: (path: string) => Response | Promise<Response>;
const requests: string[] = [];
let instance: MockInstance<typeof console.error>;

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  currentSession.set(null);
  document.body.innerHTML = '<div id="splash"></div><div id="root"></div>';
  instance = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (input: string) => {
    requests.push(input);
    return answers(input);
  });
});
afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = () => boot(document.getElementById('root')!);
const offline = () => {
  throw new TypeError('Failed to fetch');
};

describe('a boot that fails', () => {
  it('is logged and shown, before any other request', async () => {
    answers = offline;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByRole('heading', { name: 'Rise could not start' });
    expect(screen.getByText(/The server cannot be reached/)).toBeTruthy();
    expect(requests).toEqual(['/api/application-settings']);
    expect(instance.mock.calls[0]?.[0]).toBe('The portal could not start.');
    expect(document.getElementById('splash')).toBeNull();
  });

  it('is in the browser’s language without any translation file', async () => {
    answers = offline;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tr-TR']);
    await start();
    await screen.findByRole('heading', { name: 'Rise başlatılamadı' });
    expect(screen.getByRole('button', { name: 'Yeniden dene' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('tr');
  });

  it('shows the request id of a server error', async () => {
    answers = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'req-4711' } }, { status: 500 });
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByText(/req-4711/);
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  it('reloads the page on demand', async () => {
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
    await waitFor(() => expect(requests).toContain('/api/v1/session'));
    expect(requests[0]).toBe('/api/application-settings');
    expect(document.getElementById('splash')).not.toBeNull();
    letIn();
    await started;
    await screen.findByRole('heading', { level: 1, name: 'Contact us' });
    expect(document.getElementById('splash')).toBeNull();
    expect(instance).not.toHaveBeenCalled();
  });

  it('requests no session if the settings say that there is none', async () => {
    answers = (path) =>
      path === '/api/application-settings' ? Response.json({ ...SETTINGS, signedIn: false }) : portal(path);
    await start();
    await screen.findByRole('heading', { level: 1, name: 'Contact us' });
    expect(requests.filter((path) => path.includes('session'))).toEqual([]);
  });

  it('opens the event stream before the first screen fetches, so that announcements are fetched once', async () => {
    window.history.replaceState(null, '', '/home');
    const events = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    const known: Record<string, () => Response> = {
      '/api/v1/session': () => Response.json(person('tenant.user')),
      '/api/v1/events': events,
      '/api/v1/installation': () => Response.json({ readOnly: null }),
      '/api/v1/announcements': () => Response.json({ announcements: [] }),
      '/api/v1/reports': () => Response.json({ reports: [] }),
      '/api/common/navigation': () => Response.json({ default: [], compact: [], futuristic: [], horizontal: [] }),
    };
    answers = (path) => known[path]?.() ?? portal(path);
    await start();
    await waitFor(() => expect(requests).toContain('/api/v1/announcements'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requests.indexOf('/api/v1/events')).toBeLessThan(requests.indexOf('/api/v1/announcements'));
    expect(requests.filter((path) => path === '/api/v1/announcements')).toHaveLength(1);
  });

  it('shows an error page if something outside of all screens fails', async () => {
    answers = (path) =>
      path === '/api/application-settings' ? Response.json({ ...SETTINGS, appearance: null }) : portal(path);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US']);
    await start();
    await screen.findByRole('heading', { level: 1, name: 'Rise could not start' });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(document.getElementById('splash')).toBeNull();
  });
});
