import type { Proof } from '#contract/doctor.ts'
import {
  exportLoyaltyClients,
  listLoyaltyClients,
  listPointMovements,
  movementTypes,
  readLoyaltyClient,
  readLoyaltySummary,
} from '#platform/loyalty.ts'
import { proveList, type ListChecks, type QueryOf } from './checks.ts'
import { observedPrefix, observedWords, objectsAt } from './observed-names.ts'
import {
  emptied,
  isList,
  isUnchanged,
  narrowed,
  shown,
  size,
  sized,
  type Shown,
  type Verdicts,
} from './proof.ts'
import type { Probe } from './probe.ts'

type ClientsQuery = QueryOf<typeof listLoyaltyClients>
type MovementsQuery = QueryOf<typeof listPointMovements>

/** Two types that no movement has both of. */
const [oneType, , otherType] = movementTypes

const pageOf = ({ page, size: pageSize }: { page?: number; size?: number }) => ({ page, pageSize })

const movementChecks: ListChecks<MovementsQuery> = {
  pages: ['movementsPageSizeParameter', 'movementsPageParameter', pageOf],
  checks: [
    ['movementsFromParameter', ({ farFuture }) => [{ from: farFuture }], emptied],
    ['movementsToParameter', ({ longAgo }) => [{ to: longAgo }], emptied],
    ['movementsTypeParameter', () => [{ type: oneType }, { type: otherType }], narrowed],
  ],
}

/** What else clients are asked for depends on who is there (`proveClients`). */
const clientChecks: ListChecks<ClientsQuery> = {
  pages: ['clientsPageSizeParameter', 'clientsPageParameter', pageOf],
  checks: [],
}

/** A search for a client that is there: it must find that one, and not everybody. */
export function searchProof(base: Shown, found: Shown, id: string): Proof {
  if (!isList(base) || found === null) return 'unclear'
  if (found === 'refused') return 'contradicted'
  if (size(base) > 1 && isUnchanged(base, found)) return 'contradicted'
  return size(found) < size(base) && found.keys.includes(id) ? 'proven' : 'unclear'
}

/**
 * The client-status filter and its words: what came with each word, the first of which must leave nobody out. A word
 * that leaves nobody in may be one that the platform does not know.
 */
export function statusProofs(base: Shown, each: readonly Shown[]): Verdicts {
  if (!isList(base) || size(base) === 0) return {}
  const refused = each.filter((one) => one === 'refused').length
  if (refused > 0 && refused === each.length) return { clientsStatusParameter: 'contradicted' }
  if (refused > 0) return { clientsStatusParameter: 'proven', clientStatuses: 'contradicted' }
  const sizes = each.map((one) => (isList(one) ? size(one) : null))
  const [whole, ...others] = sizes
  if (whole === undefined || whole === null || others.includes(null)) return {}
  if (others.length > 1 && each.every((one) => isUnchanged(base, one)))
    return { clientsStatusParameter: 'contradicted' }
  const isNarrower = others.some((other) => other !== whole)
  const isRight = others.every((other) => other !== null && other > 0 && other < whole)
  return {
    clientsStatusParameter: isNarrower ? 'proven' : 'unclear',
    clientStatuses: whole < size(base) ? 'contradicted' : isRight ? 'proven' : 'unclear',
  }
}

/** A cursor: the stretch after one must have nothing of it. */
export function cursorProof(before: Shown, after: Shown): Proof {
  if (!isList(before) || after === null) return 'unclear'
  if (after === 'refused') return 'contradicted'
  const known = new Set(before.keys)
  const old = after.keys.filter((key) => known.has(key)).length
  if (after.keys.length === 0) return 'unclear'
  if (old === 0) return 'proven'
  return old === after.keys.length ? 'contradicted' : 'unclear'
}

/** The loyalty program: its clients, their movements, the summary. */
export async function examineLoyalty(probe: Probe): Promise<void> {
  const clients = await probe.attempt(listLoyaltyClients)
  const exported = await probe.attempt(exportLoyaltyClients)
  const listed = clients.result.ok ? clients.result.value.items : []
  const client = listed[0] ?? (exported.result.ok ? exported.result.value.items[0] : undefined)
  if (client === undefined) probe.skip(readLoyaltyClient, 'there is no client to ask for')
  else {
    const one = await probe.attempt(readLoyaltyClient, { query: { clientId: client._id } })
    probe.prove(observedPrefix(probe.dialect, objectsAt(one.raw)))
  }
  await examineMovements(probe)
  await probe.attempt(readLoyaltySummary)
  if (clients.result.ok) await proveClients(probe, shown(clients.result), listed)
  if (exported.result.ok) await proveExport(probe, exported.result)
}

type Exported = Awaited<ReturnType<typeof exportLoyaltyClients>>
type Movements = Awaited<ReturnType<typeof listPointMovements>>

/** Their envelope is one of its own. */
const shownMovements = (result: Movements): Shown =>
  shown(
    result.ok
      ? { ...result, value: { items: result.value.movements, ...result.value.pagination } }
      : result,
  )

async function examineMovements(probe: Probe): Promise<void> {
  const list = await probe.attempt(listPointMovements)
  if (!list.result.ok) return
  const movements = objectsAt(list.raw, 'movements')
  probe.prove(observedWords(probe.dialect, 'movementDirections', 'direction', movements))
  const movementsOf = async (query: MovementsQuery): Promise<Shown> =>
    shownMovements((await probe.ask(listPointMovements, { query })).result)
  await proveList(probe, shownMovements(list.result), movementsOf, movementChecks)
}

async function proveClients(
  probe: Probe,
  base: Shown,
  clients: readonly { _id: string; name?: string | null | undefined }[],
): Promise<void> {
  const clientsOf = async (query: ClientsQuery): Promise<Shown> =>
    shown((await probe.ask(listLoyaltyClients, { query })).result)
  await proveList(probe, base, clientsOf, clientChecks)
  const known = clients.find(({ name }) => Boolean(name))
  if (known?.name) {
    const found = await clientsOf({ search: known.name })
    probe.prove({ clientsSearchParameter: searchProof(base, found, known._id) })
  }
  const byStatus: Shown[] = []
  for (const status of probe.dialect.clientStatuses.split(' '))
    byStatus.push(await clientsOf({ status }))
  probe.prove(statusProofs(base, byStatus))
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
