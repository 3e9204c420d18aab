-- Folders of Markdown files as sources of knowledge. Where they are is in the configuration of the server, never here.

ALTER TABLE knowledge_source
  DROP CONSTRAINT knowledge_source_kind_check,
  ADD CONSTRAINT knowledge_source_kind_check CHECK (kind IN ('cloud', 'data-center', 'folder')),
  ALTER COLUMN url DROP NOT NULL,
  ALTER COLUMN token DROP NOT NULL,
  ADD CONSTRAINT knowledge_source_access CHECK (num_nonnulls(url, token) = CASE WHEN kind = 'folder' THEN 0 ELSE 2 END);
-- A person who connects a site does not choose among the names that the operator has left.
DROP INDEX knowledge_source_name;
CREATE UNIQUE INDEX knowledge_source_name ON knowledge_source (tenant_id, lower(name), (kind = 'folder'));

-- Documents of files. Who may read them is their permission, as of those that are uploaded.
ALTER TABLE knowledge_document
  -- Within the folder, with / between.
  ADD COLUMN path text CHECK (length(path) BETWEEN 1 AND 1000),
  -- SHA-256 of the file.
  ADD COLUMN digest bytea CHECK (length(digest) = 32),
  DROP CONSTRAINT knowledge_document_origin,
  ADD CONSTRAINT knowledge_document_origin CHECK (CASE
    WHEN source_id IS NULL THEN num_nonnulls(page_id, attachment_id, url, version, path, digest) = 0 AND kind <> 'page'
    WHEN path IS NULL THEN num_nonnulls(page_id, url, version) = 3 AND digest IS NULL
    ELSE num_nonnulls(page_id, attachment_id, url, version) = 0 AND digest IS NOT NULL AND kind = 'markdown' END),
  ADD FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source ON DELETE CASCADE;
DROP INDEX knowledge_document_remote;
CREATE UNIQUE INDEX knowledge_document_remote
  ON knowledge_document (tenant_id, source_id, page_id, coalesce(attachment_id, '')) WHERE page_id IS NOT NULL;
CREATE UNIQUE INDEX knowledge_document_file ON knowledge_document (tenant_id, source_id, path) WHERE path IS NOT NULL;

-- Of a passage of a file: [{from, to, path, anchor}], characters of its text and what they lead to in the same folder.
ALTER TABLE knowledge_passage ADD COLUMN links jsonb NOT NULL DEFAULT '[]';
