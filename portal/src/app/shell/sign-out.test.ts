import { afterEach, describe, expect, it, vi } from 'vitest';
import { person } from '../tests/portal.fixture.tsx';

const SIGNED_OUT = { error: { code: 'UNAUTHENTICATED', message: 'x', requestId: 'r' } };

/** The page's modules, new: what a sign-out ends stays ended for the rest of a page's life. */
async function openPage() {
  vi.resetModules();
  const [{ client }, { signOut }, session] = await Promise.all([
    import('../../client/client.ts'),
    import('../../session/sign-out.ts'),
    import('../../session/session.ts'),
  ]);
  session.adoptSession(person('tenant.user'));
  return { client, signOut, lapsed: () => session.sessionLapsed.get() };
}

/** A server whose answers come when `answer` is called; a request whose signal aborts is never answered. */
function slowServer() {
  const pending: { aborted: () => boolean; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (_input: string, init: RequestInit) => {
    const { signal } = init;
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      pending.push({
        aborted: () => signal?.aborted === true,
        answer: () => resolve(Response.json(SIGNED_OUT, { status: 401 })),
      });
    });
  });
  return pending;
}

/** Whether a promise has settled by the time that everything that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await new Promise((resolve) => setTimeout(resolve));
  return settled;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('signing out', () => {
  it('ends the requests without an answer, so that none says that the session has ended', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const server = slowServer();
    const { client, signOut, lapsed } = await openPage();
    const reports = client.call('GET /api/v1/reports');
    signOut('/logout');
    expect(assign).toHaveBeenCalledWith('/logout');
    expect(server.map(({ aborted }) => aborted())).toEqual([true]);
    server[0]!.answer();
    expect(await isSettled(reports)).toBe(false);
    expect(lapsed()).toBe(false);
  });

  it('sends no further requests', async () => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const server = slowServer();
    const { client, signOut } = await openPage();
    signOut('/logout');
    expect(await isSettled(client.call('GET /api/v1/reports'))).toBe(false);
    expect(server).toEqual([]);
  });

  it('shows nothing of a page that the browser kept', async () => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { signOut } = await openPage();
    signOut('/logout');
    // happy-dom's PageTransitionEvent does not carry it.
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(reload).toHaveBeenCalled();
  });
});

describe('a request', () => {
  it('that is answered with 401 while signed in says that the session has ended', async () => {
    const server = slowServer();
    const { client, lapsed } = await openPage();
    const reports = client.call('GET /api/v1/reports');
    server[0]!.answer();
    await expect(reports).rejects.toMatchObject({ status: 401 });
    expect(lapsed()).toBe(true);
  });

  it('ends with its caller’s signal', async () => {
    const server = slowServer();
    const { client } = await openPage();
    const controller = new AbortController();
    const reports = client.call('GET /api/v1/reports', { signal: controller.signal });
    controller.abort();
    await expect(reports).rejects.toMatchObject({ name: 'AbortError' });
    expect(server[0]!.aborted()).toBe(true);
  });
});
