/** Coupons as the platform last told them, so that one can be opened and changed while there is no line. No person's data. */
export const coupons = `
CREATE TABLE coupons (
  id TEXT PRIMARY KEY,
  read_at TEXT NOT NULL,
  coupon TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX coupons_read ON coupons (read_at);
`
