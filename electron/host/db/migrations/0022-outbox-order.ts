/** Waiting entries are read in the order in which they were enqueued. */
export const outboxOrder = `
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (kind, needs_decision, state) WHERE open = 1 AND lane IS NULL;
`
