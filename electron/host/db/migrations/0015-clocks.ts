/** The worker asks for what is due, in all and of a kind, and the status counts by state: none looks at anything else. */
export const clocks = `
DROP INDEX outbox_owed;
CREATE INDEX outbox_owed ON outbox (due_at, id) WHERE state IN ('queued', 'unknown');
CREATE INDEX outbox_sending ON outbox (id) WHERE state = 'sending';
CREATE INDEX outbox_due ON outbox (kind, state, due_at, id)
  WHERE state IN ('queued', 'sending', 'unknown', 'unconfirmed', 'rejected');
`
