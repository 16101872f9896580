import type { Examination } from '#contract/doctor.ts'
import { findStore, sightOf, storesIn } from '#domain/connection/sight.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import { platformOperations } from '#platform/operations.ts'
import { systemClock } from '../clock.ts'
import { examineCoupons } from './coupons.ts'
import { createExamination, operationNames, type ExamineOptions } from './examination.ts'
import { whatCameOf } from './finding.ts'
import { examineLoyalty } from './loyalty.ts'
import { examineMenus } from './menus.ts'
import { observedEvents } from './names.ts'
import { objectsAt } from './observed-names.ts'
import { examineOrders } from './orders.ts'
import { createProbeClient, createProbe } from './probe.ts'
import { examineTabs } from './tabs.ts'
import { examineWriting } from './writing.ts'

const tenYearsMs = 10 * 365 * 24 * 3_600_000

/** The areas of the platform, in the order in which they are examined. */
const areas = [
  examineOrders,
  examineMenus,
  examineCoupons,
  examineLoyalty,
  examineTabs,
  examineWriting,
]

/**
 * Tries every operation of the platform that reads, one request after the other, and tells which names of the dialect
 * the answers prove. Nothing that writes leaves. Rejects only where it was called off.
 */
export async function examine(
  connection: Connection,
  options: ExamineOptions,
): Promise<Examination> {
  const { storeId, clock = systemClock } = options
  const { dialect } = connection
  const examination = createExamination(connection, options)
  const { note, prove, hide } = examination
  const client = createProbeClient(connection, options, hide)
  options.onProgress?.(examination.read('running'))

  const me = await client.ask(readMe)
  const seen = me.result.ok ? storesIn(me.result.value) : []
  const own = findStore(seen, storeId)
  if (me.result.ok && storeId !== null) examination.noteStore(sightOf(seen, own !== undefined))
  hide(seen.flatMap(({ id, externalId }) => [id, externalId ?? id]))
  note('readMe', whatCameOf(me.result))
  // That stores lack it is as it is specified, and contradicts nothing.
  if (objectsAt(me.raw, 'stores').some((each) => Object.hasOwn(each, dialect['store.externalId'])))
    prove({ 'store.externalId': 'proven' })

  const stores = seen.map(({ id }) => id)
  const probe = createProbe(client, examination, {
    dialect,
    storeId: own?.id ?? storeId ?? stores[0] ?? null,
    stores: stores.slice(0, 2),
    farFuture: new Date(clock.now() + tenYearsMs).toISOString(),
  })
  for (const examineArea of areas) await examineArea(probe)

  prove(observedEvents(dialect, options.events?.() ?? []))
  for (const name of operationNames)
    if (platformOperations[name].spec.method !== 'GET')
      note(name, { finding: 'writes', status: null, words: null })
  return examination.read('done')
}
