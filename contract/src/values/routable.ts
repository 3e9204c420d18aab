/** Only portal paths can be opened by the router. */
export function isRoutable(item: { link?: string | null | undefined; useRouter?: boolean | undefined }): boolean {
  return item.useRouter !== true || item.link == null || item.link.startsWith('/');
}

/** Frozen: zod removes the message from the object it receives, so each use spreads it. */
export const NOT_ROUTABLE = Object.freeze({
  path: ['useRouter'],
  message: 'Only portal paths can open inside the portal',
});
