import type { AppError } from '#contract/result.ts'
import { tellApart, type NamedMethod } from '#domain/payments/method-names.ts'
import type { WireWaste } from '#domain/shifts/waste.ts'
import type { Span } from '#domain/shifts/window.ts'
import { appError } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { eachItem } from '#platform/lists/list-step.ts'
import { everyPaymentMethod, everyWasteIncident } from '#platform/lists.ts'

/** The methods of the store, and what was thrown away during a shift. */
export interface Beside {
  methods: NamedMethod[]
  incidents: WireWaste[]
  /** How many more there are of which nobody can read whether they were voided. */
  unreadWaste: number
  wasteError: AppError | null
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** What is told beside payments; where it fails the shift has its figures all the same. */
export async function readBeside(
  connection: Connection,
  storeId: string,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<Beside> {
  const methods: NamedMethod[] = []
  for await (const item of eachItem(everyPaymentMethod(connection, storeId, {}, { signal })))
    if (item.ok) methods.push({ methodId: item.value._id, name: item.value.name ?? '' })
  const incidents: WireWaste[] = []
  const range = { from: iso(from), ...(to === null ? {} : { to: iso(to) }) }
  let unreadWaste = 0
  let wasteError: AppError | null = null
  for await (const part of everyWasteIncident(connection, storeId, range, { signal })) {
    if (!part.ok) wasteError = appError(part.failure)
    else
      for (const each of part.value)
        if (part.unreadOf.get(each)?.includes('voidedAt') === true) unreadWaste += 1
        else incidents.push(each)
  }
  return { methods, incidents, unreadWaste, wasteError }
}

/** Methods of the store, and those that only payments name, told apart. */
export function allMethods(
  known: readonly NamedMethod[],
  names: ReadonlyMap<string, string>,
): NamedMethod[] {
  const ids = new Set(known.map(({ methodId }) => methodId))
  const others = [...names].filter(([id]) => !ids.has(id))
  return tellApart([...known, ...others.map(([methodId, name]) => ({ methodId, name }))])
}
