import type { LiveEvent, Session } from '@rise/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adoptSession, currentSession, sessionLapsed } from '../session/session.ts';
import { watchEvents } from './live.ts';

const SESSION: Session = {
  account: { id: 'a', email: 'a@alder.example', firstName: 'A', lastName: 'B', avatar: null },
  kind: 'tenant',
  tenant: { id: 't', slug: 'alder', name: 'Alder' },
  tenants: [],
  roles: ['tenant.user'],
  permissions: ['shell.use'],
  features: { chatbot: false, insights: false, chat: false },
  supportVisits: [],
  branding: { language: null, theme: null, logo: null },
  defaultLandingPage: null,
  preferences: { scheme: null, theme: null, layout: null, language: null },
};

/** Open streams of the fake server, and its other requests. */
let streams: { push(event: LiveEvent): void; signal: AbortSignal }[];
let session: () => Response;
let refused: number | null;
let stop = () => {};

beforeEach(() => {
  streams = [];
  refused = null;
  session = () => Response.json(SESSION);
  currentSession.set(null);
  sessionLapsed.set(false);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (input === '/api/v1/session') return session();
    if (refused) return Response.json({ error: { code: 'UNAUTHENTICATED', message: 'x' } }, { status: refused });
    let push!: (event: LiveEvent) => void;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (event) =>
          controller.enqueue(new TextEncoder().encode(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`));
      },
    });
    streams.push({ push, signal: init.signal! });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Refetched when a stream opens, each once: twelve kinds, two query keys of tests, four of figures, two of workspaces, two of drafts. */
const EVERYTHING = 23;

function start() {
  const cache = new QueryClient();
  const messages: unknown[] = [];
  vi.spyOn(cache, 'invalidateQueries').mockImplementation(
    async (filters) => void messages.push(filters?.queryKey?.join(' ')),
  );
  stop = watchEvents(cache);
  return { cache, messages };
}

describe('live events', () => {
  it('are not requested when signed out', () => {
    start();
    expect(streams).toHaveLength(0);
  });

  it('refetch what they name', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'announcements', data: {} });
    await waitFor(() => expect(body).toEqual(['announcements']));
  });

  it('refetch queries whose first load is pending, since their data may be older than the event', async () => {
    adoptSession(SESSION);
    const cache = new QueryClient();
    stop = watchEvents(cache);
    await waitFor(() => expect(streams).toHaveLength(1));
    const answers: ((value: string) => void)[] = [];
    const read = vi.fn<() => Promise<string>>(() => new Promise((resolve) => void answers.push(resolve)));
    const observer = new QueryObserver(cache, { queryKey: ['alerts'], queryFn: read });
    const leave = observer.subscribe(() => {});
    streams[0]!.push({ id: 1, kind: 'alerts', data: {} });
    streams[0]!.push({ id: 2, kind: 'announcements', data: {} });
    const mock = vi.spyOn(cache, 'invalidateQueries');
    await waitFor(() => expect(mock).toHaveBeenCalledWith({ queryKey: ['announcements'] }));
    answers[0]!('before');
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    answers[1]!('after');
    await waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
    leave();
  });

  it('refetch only the chat or person that changed', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'chat', data: { chatId: 'c' } });
    streams[0]!.push({ id: 2, kind: 'chat', data: { contactId: 'p' } });
    streams[0]!.push({ id: 3, kind: 'chat', data: {} });
    await waitFor(() => expect(body).toEqual(['chat list', 'chat messages c', 'chat list', 'chat contacts', 'chat']));
  });

  it('refetch workspaces with the reports in them', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'workspaces', data: {} });
    await waitFor(() => expect(body).toEqual(['workspaces', 'reports', 'report', 'report-origin']));
  });

  it('refetch the draft and the versions of the report that changed', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'reports', data: { id: 'r' } });
    await waitFor(() => expect(body).toEqual(['report-draft r', 'report-versions r', 'report-origin r']));
  });

  it('refetch the comments on the report where they changed, and who builds it', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'comments', data: { id: 'r' } });
    await waitFor(() => expect(body).toEqual(['comments r']));
    streams[0]!.push({ id: 2, kind: 'presence', data: { id: 'r' } });
    await waitFor(() => expect(body).toEqual(['comments r', 'presence r']));
  });

  it('refetch what depends on changed figures: reports, the state of the data, codes', async () => {
    adoptSession(SESSION);
    const { messages: body } = start();
    await waitFor(() => expect(body).toHaveLength(EVERYTHING));
    body.length = 0;
    streams[0]!.push({ id: 1, kind: 'figures', data: {} });
    await waitFor(() =>
      expect(body).toEqual(['report', 'reports', 'data-version', 'data-view', 'alerts codes', 'model tests']),
    );
    body.length = 0;
    streams[0]!.push({ id: 2, kind: 'model-tests', data: {} });
    await waitFor(() => expect(body).toEqual(['model tests', 'data-version history']));
  });

  it('come from a new stream after switching tenants', async () => {
    adoptSession(SESSION);
    start();
    await waitFor(() => expect(streams).toHaveLength(1));
    adoptSession({ ...SESSION, tenant: { id: 'u', slug: 'birch', name: 'Birch' } });
    await waitFor(() => expect(streams).toHaveLength(2));
    expect(streams[0]!.signal.aborted).toBe(true);
    adoptSession({ ...currentSession.get()!, defaultLandingPage: '/reports' });
    expect(streams).toHaveLength(2);
  });

  it('reload the session when permissions change, and report an ended one', async () => {
    adoptSession(SESSION);
    start();
    await waitFor(() => expect(streams).toHaveLength(1));
    session = () => Response.json({ error: { code: 'UNAUTHENTICATED', message: 'x' } }, { status: 401 });
    streams[0]!.push({ id: 2, kind: 'session', data: {} });
    await waitFor(() => expect(sessionLapsed.get()).toBe(true));
    await waitFor(() => expect(streams[0]!.signal.aborted).toBe(true));
  });

  it('stop when the session has ended', async () => {
    adoptSession(SESSION);
    refused = 401;
    start();
    await waitFor(() => expect(sessionLapsed.get()).toBe(true));
    expect(streams).toHaveLength(0);
  });
});
