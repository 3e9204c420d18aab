import { http, type RequestHandler } from 'msw';
import type { Simulation } from './simulation.ts';

/**
 * The simulation for MSW: for a service worker in the browser, for a server of tests, or asked directly. It answers
 * whatever is asked of an API, under any base address; all else goes its way.
 */
export function handlersOf(simulation: Simulation): RequestHandler[] {
  return [http.all('*/api/*', ({ request }) => simulation.answer(request))];
}
