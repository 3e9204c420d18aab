import { fold } from '@rise/contract/fold';

/**
 * A title as a URL slug: lower-case without accents, hyphens for spaces, only word characters and hyphens. If the slug is taken, the
 * first free one with the suffix -1, -2 and so on.
 */
export function slugOf(title: string, slugs: readonly string[]): string {
  const plain = fold(title)
    .replaceAll(' ', '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/[^\w-]+/g, '');
  // A title without any such character needs a slug too.
  const slug = plain || 'label';
  if (!slugs.includes(slug)) return slug;
  let suffix = 1;
  while (slugs.includes(`${slug}-${suffix}`)) suffix += 1;
  return `${slug}-${suffix}`;
}
