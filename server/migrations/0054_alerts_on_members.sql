-- Alerts on the figure of one member, of each member, and on what a figure says of the peers.

ALTER TABLE report_alert
  ADD COLUMN scope jsonb NOT NULL DEFAULT '{"kind": "total"}' CHECK (jsonb_typeof(scope) = 'object'),
  -- Of an alert on any member: what was found of each of them last, and which of it the owner knows.
  ADD COLUMN members jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(members) = 'array'),
  -- How many there are, and the first of those that are not normal; null for other alerts.
  ADD COLUMN member_summary jsonb CHECK (jsonb_typeof(member_summary) = 'object');
ALTER TABLE report_alert_check
  -- Of an alert on any member those that have changed.
  ADD COLUMN member_summary jsonb CHECK (jsonb_typeof(member_summary) = 'object');

UPDATE report_alert SET figure = figure || '{"member": null, "statistic": null}';
ALTER TABLE report_alert ALTER COLUMN scope DROP DEFAULT;
