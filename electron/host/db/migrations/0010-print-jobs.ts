/** What receipt printers are to print: kept for a day, what is on it until it is printed. */
export const printJobs = `
CREATE TABLE print_jobs (
  id TEXT PRIMARY KEY,
  printer_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'unknown', 'done')),
  created_at TEXT NOT NULL,
  job TEXT NOT NULL,
  paper TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX print_jobs_pending ON print_jobs (created_at) WHERE state <> 'done';
CREATE INDEX print_jobs_created ON print_jobs (created_at);
`
