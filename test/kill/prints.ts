import { setTimeout as pause } from 'node:timers/promises'
import type { PendingDecisions } from '#contract/deliveries/delivery.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { sealCode } from '#contract/shifts/seal-code.ts'
import type { Random } from '#practice/random.ts'
import { readReceipt, receiptText } from '#test/support/read-receipt.ts'
import type { ReceiptPrinter } from '#test/support/receipt-printer.ts'
import { callWeb } from '#test/support/web-process.ts'
import type { Traffic } from './traffic.ts'

interface Job {
  jobId: string
  operation: 'printers.printTicket' | 'printers.printCloseOut'
  input: object
  /** Whether a printout is this one. */
  isOn: (text: string) => boolean
}

/** Prints tickets and close-outs, each once. */
export interface Prints {
  readonly asked: ReadonlyMap<string, Job>
  /** The jobs that were answered. */
  readonly accepted: ReadonlySet<string>
  /** Prints until `isStopped`. Rejects when the web shell is gone. */
  run(ui: string, isStopped: () => boolean): Promise<void>
  /** How often each job is on paper to its end. */
  counts(): Map<string, number>
  /** Looks at the paper like a person, and decides about jobs that may have been printed. */
  decide(ui: string): Promise<void>
  /** How many jobs are not over. */
  waiting(ui: string): Promise<number>
}

const askForState = Buffer.from([0x1d, 0x72, 0x01])
/** The end of the chain follows the own code of a close-out. */
const firstSealCode = (text: string): string | undefined => /\d+(?:-[0-9a-f]{4}){4}/.exec(text)?.[0]

interface Parts {
  random: Random
  machine: ReceiptPrinter
  traffic: Traffic
  sealed: ReadonlyMap<string, CloseOut>
}

export function createPrints(
  printerId: string,
  { random, machine, traffic, sealed }: Parts,
): Prints {
  const asked = new Map<string, Job>()
  const accepted = new Set<string>()

  function next(): Job | null {
    const closeOut = [...sealed.values()].find(({ number }) => !asked.has(`close-out-${number}`))
    if (closeOut !== undefined) {
      const { number } = closeOut
      const isOn = (text: string): boolean => firstSealCode(text) === sealCode(closeOut)
      const jobId = `close-out-${number}`
      return { jobId, operation: 'printers.printCloseOut', input: { number }, isOn }
    }
    const events = [...traffic.acknowledged]
    if (events.length === 0) return null
    const ticketId = traffic.posted.get(random.pick(events))?.orderId ?? ''
    const code = new RegExp(`\\b${ticketId.slice(4)}\\b`)
    const isOn = (text: string): boolean => code.test(text)
    return {
      jobId: `job-${ticketId}`,
      operation: 'printers.printTicket',
      input: { ticketId },
      isOn,
    }
  }

  async function print(ui: string, { jobId, operation, input }: Job): Promise<void> {
    await callWeb(ui, operation, { jobId, printerId, ...input })
    accepted.add(jobId)
  }

  const printouts = (): string[] =>
    machine.papers
      .filter((paper) => Buffer.from(paper).includes(askForState))
      .map((paper) => receiptText(readReceipt(paper)))

  return {
    asked,
    accepted,
    async run(ui, isStopped) {
      while (!isStopped()) {
        const unanswered = [...asked.values()].find(({ jobId }) => !accepted.has(jobId))
        const job = unanswered ?? next()
        if (job !== null && !accepted.has(job.jobId)) {
          asked.set(job.jobId, job)
          await print(ui, job)
        }
        await pause(random.between(50, 300))
      }
    },
    counts() {
      const texts = printouts()
      return new Map(
        [...asked.values()].map(({ jobId, isOn }) => [jobId, texts.filter(isOn).length]),
      )
    },
    async decide(ui) {
      const { decisions } = (await callWeb(ui, 'deliveries.pending', {})) as PendingDecisions
      const texts = printouts()
      for (const { kind, subject } of decisions.filter((each) => each.kind === 'print')) {
        const isPrinted = texts.some((text) => asked.get(subject)?.isOn(text))
        const choice = isPrinted ? 'mark-done' : 'retry'
        await callWeb(ui, 'deliveries.decide', { entries: [{ kind, subject }], choice })
      }
    },
    async waiting(ui) {
      const { jobs } = (await callWeb(ui, 'printers.get', {})) as { jobs: PrintJob[] }
      return jobs.filter(({ delivery }) => delivery.state !== 'confirmed').length
    },
  }
}
