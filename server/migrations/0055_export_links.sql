-- Whether people of a tenant may create links that download their prepared exports without signing in.

ALTER TABLE tenant_embedding ADD COLUMN export_links boolean NOT NULL DEFAULT true;
