import {
  exportLoyaltyClients,
  listLoyaltyClients,
  readLoyaltyClient,
  readLoyaltySummary,
} from '#platform/loyalty.ts'
import { searchProof, statusProofs } from './clients.ts'
import { cursorProof } from './cursor.ts'
import { observedPrefix, objectsAt } from './observed-names.ts'
import { examineMovements } from './movements.ts'
import { paged, shown, sized, twice, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

/** The loyalty program: its clients, their movements, the summary. */
export async function examineLoyalty(probe: Probe): Promise<void> {
  const clients = await probe.attempt('listLoyaltyClients', listLoyaltyClients)
  const exported = await probe.attempt('exportLoyaltyClients', exportLoyaltyClients)
  const listed = clients.result.ok ? clients.result.value.items : []
  const client = listed[0] ?? (exported.result.ok ? exported.result.value.items[0] : undefined)
  if (client === undefined) {
    probe.skip('readLoyaltyClient', 'there is no client to ask for')
  } else {
    const one = await probe.attempt('readLoyaltyClient', readLoyaltyClient, {
      query: { clientId: client._id },
    })
    probe.prove(observedPrefix(probe.dialect, objectsAt(one.raw)))
  }
  await examineMovements(probe)
  await probe.attempt('readLoyaltySummary', readLoyaltySummary)
  if (clients.result.ok) await proveClients(probe, clients.result)
  if (exported.result.ok) await proveExport(probe, exported.result)
}

type Listed = Awaited<ReturnType<typeof listLoyaltyClients>>
type Exported = Awaited<ReturnType<typeof exportLoyaltyClients>>

async function proveClients({ ask, dialect, prove }: Probe, clients: Listed): Promise<void> {
  const base = shown(clients)
  const pages = await twice(() =>
    paged(base, async ({ page, size }) =>
      shown((await ask(listLoyaltyClients, { query: { page, pageSize: size } })).result),
    ),
  )
  prove({ clientsPageSizeParameter: pages.size, clientsPageParameter: pages.page })

  const known = clients.ok ? clients.value.items.find(({ name }) => Boolean(name)) : undefined
  if (known?.name) {
    const found = await ask(listLoyaltyClients, { query: { search: known.name } })
    prove({ clientsSearchParameter: searchProof(base, shown(found.result), known._id) })
  }
  const byStatus: Shown[] = []
  for (const status of dialect.clientStatuses.split(' '))
    byStatus.push(shown((await ask(listLoyaltyClients, { query: { status } })).result))
  prove(statusProofs(base, byStatus))
}

async function proveExport({ ask, prove }: Probe, exported: Exported): Promise<void> {
  const stretch = (query: { pageSize?: number; cursor?: string }) =>
    ask(exportLoyaltyClients, { query })
  const one = await stretch({ pageSize: 1 })
  const two = await stretch({ pageSize: 2 })
  const bySize = sized(shown(exported), shown(one.result), shown(two.result))
  prove({ exportPageSizeParameter: bySize })
  const isSized = bySize === 'proven'
  const before = isSized ? two.result : exported
  const cursor = before.ok ? before.value.nextLastSeenId : null
  if (cursor === null || cursor === undefined) return
  const after = await stretch(isSized ? { pageSize: 2, cursor } : { cursor })
  prove({ exportCursorParameter: cursorProof(shown(before), shown(after.result)) })
}
