import { computed, reactive } from 'vue'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import { useDecide } from './decide.ts'
import { useHostCommand } from '../host-command.ts'
import { useHostQuery } from '../host-query.ts'

/** The receipt printers and their jobs, as the host reports them. Imports the query library. */
export function usePrinters() {
  const query = useHostQuery('printers.get', {})
  const decide = useDecide()
  const ticket = useHostCommand('printers.printTicket')
  const closeOut = useHostCommand('printers.printCloseOut')

  const newId = (): string => crypto.randomUUID()
  const printers = computed(() => query.data.value?.printers ?? [])

  return reactive({
    printers,
    lowOnPaper: computed(() => query.data.value?.lowOnPaper ?? []),
    jobs: computed(() => query.data.value?.jobs ?? []),
    nameOf: (printerId: string) => printers.value.find(({ id }) => id === printerId)?.name ?? '',
    /** Returns the id of the job; null if it was rejected. */
    async printTicket(printerId: string, ticketId: string): Promise<string | null> {
      const action = { printerId, ticketId }
      const jobId = newId()
      return (await ticket.run({ jobId, ...action }, action)) && jobId
    },
    async printCloseOut(printerId: string, number: number): Promise<string | null> {
      const action = { printerId, number }
      const jobId = newId()
      return (await closeOut.run({ jobId, ...action }, action)) && jobId
    },
    decide: ({ id }: PrintJob, choice: DeliveryChoice) => decide('print', [id], choice),
  })
}
