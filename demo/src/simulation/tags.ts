import type { CallContext } from './group.ts';
import { byIdIn, removeById } from './records.ts';
import type { Text } from './text.ts';

interface Tag {
  id: string;
  title: Text;
}
type TagInput = { title: string };

/** Tag operations shared by contacts, tasks and products. */
export function addTag(tags: Tag[], { body, id }: CallContext & { body: { tag: TagInput } }): Tag {
  const tag = { id: id(), title: body.tag.title };
  tags.push(tag);
  return tag;
}

export function renameTag(tags: Tag[], { body }: { body: { id: string; tag: TagInput } }): Tag | null {
  const tag = byIdIn(tags, body.id);
  if (tag) tag.title = body.tag.title;
  return tag;
}

/** Deletes a tag and removes it from all records that have it; null if there is no such tag. */
export function removeTag(tags: Tag[], id: string, carriers: readonly { tags: string[] }[]): true | null {
  if (!removeById(tags, id)) return null;
  for (const carrier of carriers) carrier.tags = carrier.tags.filter((tag) => tag !== id);
  return true;
}
