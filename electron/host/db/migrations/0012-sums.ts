/**
 * What had no hash yet: bumps and the 86 history become rows like others (rows.ts), and what is long or often written has a
 * checksum (sum.ts). What stands there from before has none, and is believed.
 */
export const sums = `
ALTER TABLE bumps ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE bumps ADD COLUMN hash TEXT;
ALTER TABLE stock_history ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE stock_history ADD COLUMN hash TEXT;
ALTER TABLE past_words ADD COLUMN sum INTEGER;
ALTER TABLE pictures ADD COLUMN sum INTEGER;
ALTER TABLE inbox ADD COLUMN sum INTEGER;
ALTER TABLE inbox ADD COLUMN verdict_sum INTEGER;
`
