import { basename, resolve } from 'node:path';
import type { NamedFolder } from '../../knowledge/folders/knowledge-folders.ts';
import type { Variables } from './variables.ts';

const NAME = 'KNOWLEDGE_FOLDERS';
const SLUG = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const REMEDY = 'write paths with commas between, each after the slug of its tenant and = where it is for that tenant alone, such as /srv/handbook,alder=/srv/alder/policies'; // prettier-ignore

/** Folders of Markdown files, by their last names. Whether they can be read is judged when they are. */
export function readKnowledgeFolders(variables: Variables, root: string): NamedFolder[] {
  const entries = (variables.text(NAME) ?? '').split(',').flatMap((entry) => entry.trim() || []);
  const folders = entries.map((entry): NamedFolder & { readonly isSlug: boolean } => {
    const [slug, ...rest] = entry.split('=');
    const isShared = rest.length === 0;
    const path = resolve(root, (isShared ? entry : rest.join('=')).trim());
    const tenant = isShared ? null : slug!.trim();
    return { name: basename(path), tenant, path, isSlug: tenant === null || SLUG.test(tenant) };
  });
  const wrong = folders.findIndex(({ isSlug, name }) => !isSlug || name === '' || name.length > 100);
  if (wrong !== -1) variables.addIssue(NAME, `names '${entries[wrong]}'`, REMEDY);
  for (const [place, { name, tenant }] of folders.entries()) {
    const isTaken = folders.slice(0, place).some((other) => {
      const meet = tenant === null || other.tenant === null || other.tenant === tenant;
      return meet && other.name.toLowerCase() === name.toLowerCase();
    });
    if (isTaken)
      variables.addIssue(NAME, `names two folders '${name}' for a tenant`, 'give folders different last names');
  }
  return folders.map(({ name, tenant, path }) => ({ name, tenant, path }));
}
