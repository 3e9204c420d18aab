import { localPath } from '../routing/local-path.ts';

/** Address of the server's sign-in page that returns to an address of the portal. */
export function signInAddress(returnTo: string): string {
  const back = localPath(returnTo);
  return back ? `/login?returnTo=${encodeURIComponent(back)}` : '/login';
}
