/** What printers that print by themselves have printed of each ticket. */
export const printedTickets = `
CREATE TABLE printed_tickets (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  printer_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  printed TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX printed_tickets_order ON printed_tickets (order_id);
CREATE INDEX printed_tickets_received ON printed_tickets (received_at);
CREATE INDEX printed_tickets_waiting ON printed_tickets (order_id) WHERE waiting = 1;
`
