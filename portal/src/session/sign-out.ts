import { endPageRequests } from '../client/page-requests.ts';

/** Signs out: leaves the page for the server's sign-out address. */
export function signOut(path: string): void {
  endPageRequests();
  // A page that the browser kept would show what was there before the sign-out.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), { once: true });
  window.location.assign(path);
}
