import type { Circumstances } from './group.ts';
import { byIdIn, take } from './records.ts';
import type { Text } from './text.ts';

interface Tag {
  id: string;
  title: Text;
}
type Given = { title: string };

/** What contacts, tasks and products do alike with their tags. */
export function addTag(tags: Tag[], { body, id }: Circumstances & { body: { tag: Given } }): Tag {
  const tag = { id: id(), title: body.tag.title };
  tags.push(tag);
  return tag;
}

export function renameTag(tags: Tag[], { body }: { body: { id: string; tag: Given } }): Tag | null {
  const tag = byIdIn(tags, body.id);
  if (tag) tag.title = body.tag.title;
  return tag;
}

/** Deletes a tag, and takes it from everything that carries it. */
export function removeTag(tags: Tag[], id: string, carriers: readonly { tags: string[] }[]): true | null {
  if (!take(tags, id)) return null;
  for (const carrier of carriers) carrier.tags = carrier.tags.filter((tag) => tag !== id);
  return true;
}
