import { z } from 'zod'
import { printerInput, type Printer } from '#contract/printers/printers.ts'
import type { Kept, Values } from '../db/values.ts'

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
