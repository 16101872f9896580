import { z } from 'zod'
import {
  printedKinds,
  printerInput,
  printStates,
  printTroubles,
  type Printer,
  type PrintJob,
} from '#contract/printers.ts'
import { paperSchema, type Paper } from '#domain/printers/paper.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Kept, Values } from '../db/values.ts'
import type { Log } from '../log.ts'

/** A printer, and whether it says when it has printed: null while nobody knows. */
export interface KeptPrinter extends Printer {
  answers: boolean | null
}

/** At another address stands another machine. */
export const isSameMachine = (
  one: Pick<Printer, 'address' | 'port'>,
  other: Pick<Printer, 'address' | 'port'>,
): boolean => one.address === other.address && one.port === other.port

const keptPrinters = z.array(
  printerInput.extend({ id: z.string(), answers: z.boolean().nullable() }),
) satisfies z.ZodType<KeptPrinter[]>

/** The restaurant's receipt printers, among its settings. */
export const keptPrintersIn = (values: Values): Kept<KeptPrinter[]> =>
  values('printers', keptPrinters)

/** A job with what it prints; of one that is done nothing is left to print. */
export interface KeptJob extends PrintJob {
  paper: Paper
}

/** The print queue on disk. Writes belong into the caller's transaction. */
export interface PrintJobStore {
  get(id: string): KeptJob | null
  /** The first given first. */
  all(): KeptJob[]
  /** Not done, the first given first. */
  pending(): KeptJob[]
  put(job: KeptJob): void
  remove(id: string): void
  /** What was given before an instant. */
  isOlder(instant: string): boolean
  forget(instant: string): void
}

const rowSchema = z.object({
  id: z.string(),
  printer_id: z.string(),
  state: z.enum(printStates),
  created_at: z.string(),
  job: z.object({
    kind: z.enum(printedKinds),
    title: z.string(),
    trouble: z.enum(printTroubles).nullable(),
  }),
  paper: paperSchema,
})
type Row = z.infer<typeof rowSchema>

const jobOf = ({ id, printer_id, state, created_at, job, paper }: Row): KeptJob => ({
  id,
  printerId: printer_id,
  state,
  createdAt: created_at,
  ...job,
  paper,
})

const inOrder = 'ORDER BY created_at, rowid'

export function createPrintJobStore(db: Database, log: Log): PrintJobStore {
  const rows = createRows(db, log, {
    table: 'print_jobs',
    key: 'id',
    schema: rowSchema,
    columns: ['id', 'printer_id', 'state', 'created_at', 'job', 'paper'],
    json: ['job', 'paper'],
    version: 2,
  })
  return {
    get(id) {
      const row = rows.get(id)
      return row === null ? null : jobOf(row)
    },
    all: () => rows.all(`created_at > '' ${inOrder}`).map(jobOf),
    pending: () => rows.all(`state <> 'done' ${inOrder}`).map(jobOf),
    put: ({ id, printerId, state, createdAt, kind, title, trouble, paper }) =>
      rows.put({
        id,
        printer_id: printerId,
        state,
        created_at: createdAt,
        job: { kind, title, trouble },
        paper: state === 'done' ? [] : paper,
      }),
    remove: (id) => void rows.remove(id),
    isOlder: (instant) =>
      db.get('SELECT 1 FROM print_jobs WHERE created_at < ? LIMIT 1', instant) !== undefined,
    forget: (instant) => void db.run('DELETE FROM print_jobs WHERE created_at < ?', instant),
  }
}
