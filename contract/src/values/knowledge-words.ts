export const KNOWLEDGE_KINDS = ['markdown', 'text'] as const;
/** Everyone in the tenant, or its administrators alone. */
export const KNOWLEDGE_AUDIENCES = ['everyone', 'administrators'] as const;
/** Characters of a document, and documents of a tenant. */
export const KNOWLEDGE_LIMITS = { characters: 500_000, documents: 200, name: 200 } as const;
