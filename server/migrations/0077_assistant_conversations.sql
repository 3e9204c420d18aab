-- Conversations with the assistant are listed, named, pinned, shared and rated.

ALTER TABLE assistant_chat
  -- Null: the first question.
  ADD COLUMN title text CHECK (length(title) BETWEEN 1 AND 120),
  ADD COLUMN pinned_at timestamptz,
  -- It can be restored for a day.
  ADD COLUMN deleted_at timestamptz,
  -- Readable for the tenant's people; only the messages that were there then.
  ADD COLUMN shared_at timestamptz,
  ADD COLUMN shared_messages integer CHECK (shared_messages > 0),
  ADD CHECK ((shared_at IS NULL) = (shared_messages IS NULL)),
  -- By which others find a shared one.
  ADD UNIQUE (tenant_id, id);

ALTER TABLE assistant_message
  -- What the answer was written from, as [{set, id}]; null: not known.
  ADD COLUMN sources jsonb CHECK (jsonb_typeof(sources) = 'array'),
  ADD COLUMN rating text CHECK (rating IN ('helpful', 'unhelpful')),
  ADD COLUMN rating_reason text CHECK (rating_reason IN ('wrong', 'off-topic', 'outdated', 'unclear')),
  ADD COLUMN rated_at timestamptz,
  ADD CHECK ((rating IS NULL) = (rated_at IS NULL)),
  ADD CHECK (rating_reason IS NULL OR rating = 'unhelpful'),
  ADD CHECK (rating IS NULL OR role = 'assistant');
