/** The worker asks for what is due of a kind, and the status counts by state: both without a look at anything else. */
export const clocks = `
DROP INDEX outbox_owed;
CREATE INDEX outbox_due ON outbox (kind, state, due_at, id)
  WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected');
`
