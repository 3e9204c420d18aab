/** What other slices may use of the rules of mappings. */
export { fold, ruleFor } from './mapping-patterns.rules.ts';
export { applyPatch, checkCodes, entriesOf, NO_CONTENT, type MappingContent } from './mappings.rules.ts';
