-- Synonyms of an entry that belong to a language, {en: [], tr: []}: keywords that readers of that language find first.
ALTER TABLE search_entry ADD COLUMN synonyms jsonb;
