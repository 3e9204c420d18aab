-- Pictures of the reports of a template's latest version, which a tenant stores with the reports that it takes over:
-- [{hash, mediaType, width, height, data}], the data in base64.
ALTER TABLE workspace_template ADD COLUMN pictures jsonb NOT NULL DEFAULT '[]';
