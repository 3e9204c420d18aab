import type { LocalizedText } from '@rise/contract';
import type { NewNotification } from '../inbox/inbox.service.ts';
import type { VersionDifference } from './template-reports.rules.ts';

interface Noticed {
  readonly id: string;
  readonly name: LocalizedText;
}

const linkTo = (id: string) => `/workspaces?template=${id}`;

/** Tells administrators of tenants that use a template about its next version. */
export function newVersionNotification(
  { id, name }: Noticed,
  { version, note, ...difference }: VersionDifference & { readonly version: number; readonly note: string },
): NewNotification {
  const { added, changed, removed } = difference;
  const remark = note === '' ? '' : ` “${note}”`;
  return {
    kind: 'templates',
    icon: 'workspace',
    title: {
      en: `Version ${version} of ${name.en} is available`,
      tr: `${name.tr ?? name.en}: ${version}. sürüm yayımlandı`,
    },
    description: {
      en: `Reports added: ${added}, changed: ${changed}, removed: ${removed}.${remark} Your workspace stays as it is until you update it.`,
      tr: `Eklenen rapor: ${added}, değişen: ${changed}, kaldırılan: ${removed}.${remark} Siz güncelleyene kadar çalışma alanınız olduğu gibi kalır.`,
    },
    link: linkTo(id),
  };
}

/** Tells them that there will be no more versions. */
export function withdrawnNotification({ id, name }: Noticed): NewNotification {
  return {
    kind: 'templates',
    icon: 'workspace',
    title: { en: `The template ${name.en} was withdrawn`, tr: `${name.tr ?? name.en} şablonu geri çekildi` },
    description: {
      en: 'Your workspace and its reports stay as they are. There will be no more updates.',
      tr: 'Çalışma alanınız ve raporları olduğu gibi kalır. Yeni güncelleme gelmeyecek.',
    },
    link: linkTo(id),
  };
}
