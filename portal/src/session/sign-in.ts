import { localPath } from '../kernel/local-path.ts';

/** The server's sign-in page, leading back to an address of the portal. */
export function signInAddress(returnTo: string): string {
  const back = localPath(returnTo);
  return back ? `/login?returnTo=${encodeURIComponent(back)}` : '/login';
}
