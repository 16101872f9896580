import { expect, onTestFinished } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { Printer, PrintJob, Prints } from '#contract/printers/printers.ts'
import type { Result } from '#contract/shared/result.ts'
import type { FakeClock } from './fake-clock.ts'
import type { TestStore } from './kitchen.ts'
import { readReceipt, receiptText } from './read-receipt.ts'
import { openReceiptPrinter, type ReceiptPrinter } from './receipt-printer.ts'
import { valueOfOk } from './reservations.ts'

export interface KitchenPrinter {
  id: string
  machine: ReceiptPrinter
  /** What it has printed, as text. */
  texts(): string[]
}

/** Lets time pass until `read` answers what is expected. */
export const until = <Value>(clock: FakeClock, read: () => Value | Promise<Value>, stepMs = 100) =>
  expect.poll(
    async () => {
      await clock.advance(stepMs)
      return read()
    },
    { interval: 5 },
  )

async function save(
  store: TestStore,
  clock: FakeClock,
  input: Input<'printers.save'>,
): Promise<Printer> {
  const answers: Result<Printer>[] = []
  void store.call('printers.save', input).then((result) => answers.push(result))
  await until(clock, () => answers.length).toBe(1)
  return valueOfOk(answers[0] as Result<Printer>)
}

/** A printer of the kitchen on a real TCP port. */
export async function addPrinter(
  store: TestStore,
  clock: FakeClock,
  name: string,
  prints: Prints | null,
  fields: Partial<Omit<Printer, 'id' | 'name' | 'prints'>> = {},
): Promise<KitchenPrinter> {
  const machine = await openReceiptPrinter('answers')
  onTestFinished(machine.close)
  await store.call('settings.change', { anyPrinterAddress: true })
  const place = { id: null, name, address: '127.0.0.1', port: machine.port } as const
  const details = { width: 80, language: 'en', spareId: null, ...fields } as const
  const { id } = await save(store, clock, { ...place, ...details, prints })
  return {
    id,
    machine,
    texts: () => machine.papers.map((paper) => receiptText(readReceipt(paper))),
  }
}

/** The jobs of a printer as the screens see them, the oldest first. */
export async function jobsOf(store: TestStore, { id }: KitchenPrinter): Promise<PrintJob[]> {
  const { jobs } = valueOfOk(await store.call('printers.get', {}))
  return jobs.filter(({ printerId }) => printerId === id).toReversed()
}

export const statesOf = async (store: TestStore, printer: KitchenPrinter): Promise<string[]> =>
  (await jobsOf(store, printer)).map(({ delivery }) => delivery.state)
