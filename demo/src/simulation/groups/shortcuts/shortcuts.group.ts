import type { IconName } from '@rise/contract';
import { isRoutable, NOT_ROUTABLE } from '@rise/contract/routable';
import { type Group, invalidRequest, type Seeding, type StateOf } from '../../group.ts';
import { byIdIn, duplicates, removeById } from '../../records.ts';
import { type LocalizedText, merge } from '../../text.ts';
import data from './data/shortcuts.json';

interface ShortcutEntry {
  readonly icon: IconName;
  readonly label: LocalizedText;
  readonly description: LocalizedText;
  readonly link: string;
}

function seed({ random }: Seeding): StateOf<'shortcuts'> {
  return {
    shortcuts: (data as ShortcutEntry[]).map((entry) => ({ id: random.uuid(), ...entry, useRouter: true })),
  };
}

export const shortcuts: Group<'shortcuts'> = {
  name: 'shortcuts',
  seed,
  findIssues: ({ shortcuts }) => duplicates('shortcut', shortcuts),
  handlers: {
    'GET /api/common/shortcuts': { withoutInput: true, read: ({ shortcuts }) => shortcuts },
    'POST /api/common/shortcuts': {
      write: ({ shortcuts }, { body, id }) => {
        const shortcut = { ...body.shortcut, id: id() };
        shortcuts.push(shortcut);
        return shortcut;
      },
    },
    'PATCH /api/common/shortcuts': {
      write: ({ shortcuts }, { body, id, language }) => {
        const result = byIdIn(shortcuts, body.id);
        if (!result) return null;
        merge(result, body.shortcut, language);
        const { path, message } = NOT_ROUTABLE;
        return isRoutable(result as { link: string; useRouter: boolean })
          ? result
          : invalidRequest(id(), [{ field: path.join('.'), message }]);
      },
    },
    'DELETE /api/common/shortcuts': { write: ({ shortcuts }, { query }) => removeById(shortcuts, query.id) },
  },
};
