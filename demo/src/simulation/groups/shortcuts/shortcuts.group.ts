import { isRoutable, NOT_ROUTABLE } from '@rise/contract/routable';
import { type Group, refusal, type Seeding, type StateOf } from '../../group.ts';
import { byIdIn, duplicates, take } from '../../records.ts';
import { merge } from '../../text.ts';

const SHORTCUTS = [
  ['task', ['Tasks', 'Görevler'], ['What is due', 'Yapılacaklar'], '/apps/tasks'],
  ['mail', ['Mailbox', 'Posta kutusu'], ['Read and write', 'Okuyun, yazın'], '/apps/mailbox'],
  ['contact', ['Contacts', 'Kişiler'], ['People and companies', 'Kişiler ve kurumlar'], '/apps/contacts'],
  ['chart', ['Finance', 'Finans'], ['Balances and budget', 'Bakiyeler ve bütçe'], '/dashboards/finance'],
  ['folder', ['Files', 'Dosyalar'], ['Shared folders', 'Ortak klasörler'], '/apps/file-manager'],
  ['help', ['Help', 'Yardım'], ['Guides and answers', 'Kılavuzlar ve yanıtlar'], '/apps/help-center'],
] as const;

function seed({ random }: Seeding): StateOf<'shortcuts'> {
  return {
    shortcuts: SHORTCUTS.map(([icon, [en, tr], [textEn, textTr], link]) => ({
      id: random.uuid(),
      label: { en, tr },
      description: { en: textEn, tr: textTr },
      icon,
      link,
      useRouter: true,
    })),
  };
}

export const shortcuts: Group<'shortcuts'> = {
  name: 'shortcuts',
  seed,
  problems: ({ shortcuts }) => duplicates('shortcut', shortcuts),
  handlers: {
    'GET /api/common/shortcuts': { takesNothing: true, read: ({ shortcuts }) => shortcuts },
    'POST /api/common/shortcuts': {
      write: ({ shortcuts }, { body, id }) => {
        const shortcut = { ...body.shortcut, id: id() };
        shortcuts.push(shortcut);
        return shortcut;
      },
    },
    'PATCH /api/common/shortcuts': {
      write: ({ shortcuts }, { body, id, language }) => {
        const found = byIdIn(shortcuts, body.id);
        if (!found) return null;
        merge(found, body.shortcut, language);
        const { path, message } = NOT_ROUTABLE;
        return isRoutable(found as { link: string; useRouter: boolean })
          ? found
          : refusal(id(), [{ field: path.join('.'), message }]);
      },
    },
    'DELETE /api/common/shortcuts': { write: ({ shortcuts }, { query }) => take(shortcuts, query.id) },
  },
};
