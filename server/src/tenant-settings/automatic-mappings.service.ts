import { MAX_CODES, type MappedCode } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { TenantTx } from '../kernel/database/database.ts';
import { ruleFor } from './mapping-patterns.rules.ts';
import { sortCodes, type MappingContent } from './mappings.rules.ts';
import { insertMapping } from './mappings.sql.ts';
import { saveTenantSettings, withMapping, type TenantSettings } from './tenant-settings.service.ts';

/** Versions that automatic rules add, and the settings with them. */
export interface AutomaticMappings {
  readonly settings: TenantSettings;
  readonly added: readonly { type: string; version: number; content: MappingContent; codes: number }[];
}

/** Maps codes without an entry by the first rule that matches, where that is an automatic one. */
export function mapByRules(
  settings: TenantSettings,
  model: CompiledModel | undefined,
  unmapped: readonly { type: string; codes: readonly string[] }[],
): AutomaticMappings {
  const added: { type: string; version: number; content: MappingContent; codes: number }[] = [];
  let next = settings;
  for (const { name: type, targets } of model?.model.mappings ?? []) {
    const content = next.contents.get(type);
    if (!content?.rules.some(({ mode }) => mode === 'automatic')) continue;
    const known = new Set(content.codes.map(({ code }) => code));
    const codes = new Set(unmapped.filter((field) => field.type === type).flatMap((field) => field.codes));
    const entries = [...codes].flatMap((code): MappedCode[] => {
      const rule = known.has(code) || code.length > 200 ? null : ruleFor(content.rules, code);
      const valid = rule?.mode === 'automatic' && (targets?.some(({ value }) => value === rule.value) ?? true);
      return valid ? [{ code, value: rule.value, attributes: {}, from: null, until: null }] : [];
    });
    const all = [...content.codes, ...entries];
    if (entries.length === 0 || all.length > MAX_CODES) continue;
    const version = (next.versions[type] ?? 0) + 1;
    const mapped = { ...content, codes: sortCodes(all) };
    next = withMapping(next, type, version, mapped);
    added.push({ type, version, content: mapped, codes: entries.length });
  }
  return { settings: next, added };
}

/** Stores the versions that automatic rules added, with the settings that have them, in the transaction of a load. */
export async function saveAutomaticMappings(tx: TenantTx, { settings, added }: AutomaticMappings): Promise<void> {
  if (added.length === 0) return;
  for (const { type, version, content } of added)
    await insertMapping(tx, { type, version, ...content, author: null, approvedBy: null, message: '' });
  const { parameters, parametersVersion, versions: mappings, calendar, currency } = settings;
  await saveTenantSettings(tx, { parameters, parametersVersion, mappings, calendar, currency });
}
