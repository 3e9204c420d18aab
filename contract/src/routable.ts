/** Only a path of the portal can be opened without leaving it. */
export function isRoutable(item: { link?: string | null | undefined; useRouter?: boolean | undefined }): boolean {
  return item.useRouter !== true || item.link == null || item.link.startsWith('/');
}

/** Frozen: zod takes the message out of what it is given, so each use spreads it. */
export const NOT_ROUTABLE = Object.freeze({
  path: ['useRouter'],
  message: 'Only a path of the portal can be opened inside it',
});
