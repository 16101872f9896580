import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { needsDecision, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { PrinterInput, PrintJob, Printers } from '#contract/printers/printers.ts'
import { useBridge } from '../../bridge/key.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { useDecide } from '../decide.ts'
import { useTell } from '../use-tell.ts'

/** The receipt printers and what they are to print, as the host says. No card waits for them. */
export const usePrinters = defineStore('printers', () => {
  const bridge = useBridge()
  const tell = useTell()
  const decide = useDecide()
  const known = shallowRef<Printers>({ printers: [], jobs: [] })
  let latest = 0
  let isPlanned = false

  async function refresh(): Promise<void> {
    isPlanned = false
    const round = ++latest
    const answer = await bridge.call('printers.read', {})
    if (answer.ok && round === latest) known.value = answer.value
  }
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    whenIdle(() => void refresh())
  }
  plan()
  bridge.onEvent(({ type }) => {
    if (['printers.changed', 'screens.changed', 'host.replaced', 'events.missed'].includes(type))
      plan()
  })

  const newId = (): string => crypto.randomUUID()
  const jobs = computed(() => known.value.jobs)
  const nameOf = (printerId: string): string =>
    known.value.printers.find(({ id }) => id === printerId)?.name ?? ''

  /** Answers the id of the job; null where it was not taken. */
  async function printTicket(printerId: string, ticketId: string): Promise<string | null> {
    const jobId = newId()
    const told = await tell(
      'printers.printTicket',
      { jobId, printerId, ticketId },
      { printerId, ticketId },
    )
    return told === null ? null : jobId
  }

  async function printCloseOut(printerId: string, number: number): Promise<string | null> {
    const jobId = newId()
    const told = await tell(
      'printers.printCloseOut',
      { jobId, printerId, number },
      { printerId, number },
    )
    return told === null ? null : jobId
  }

  return {
    printers: computed(() => known.value.printers),
    jobs,
    /** Those that wait for a person's word. */
    undecided: computed(() => jobs.value.filter(({ delivery }) => needsDecision(delivery))),
    /** Those that wait for a printer that cannot be reached. */
    waiting: computed(() =>
      jobs.value.filter(
        ({ delivery: { state, reason } }) => state === 'queued' && reason !== undefined,
      ),
    ),
    nameOf,
    printTicket,
    printCloseOut,
    test: (printerId: string) =>
      tell('printers.try', { jobId: newId(), printerId }, { test: printerId }),
    decide: (some: readonly PrintJob[], choice: DeliveryChoice) =>
      decide(
        'print',
        some.map(({ id }) => id),
        choice,
      ),
    /** True once it is kept. */
    save: async (id: string | null, input: PrinterInput) =>
      (await tell('printers.save', { id, ...input })) !== null,
    remove: (printerId: string) => tell('printers.remove', { printerId }),
  }
})
