import { randomUUID } from 'node:crypto'
import type { Caller } from '#contract/shared/caller.ts'
import { createDialect } from '#platform/dialect.ts'
import type { Connection } from '#platform/connection.ts'
import { Dispatcher, type Handlers } from '../dispatch.ts'
import { WebhookTokens } from '../feeds/request-guard.ts'
import { Host } from '../host.ts'
import type { Log } from '../core/log.ts'
import type { HostDeps } from '../noun.ts'

/** The part of a practice platform that the kitchen needs (practice/platform.ts). */
export interface PracticePlatform {
  readonly v3: string
  readonly v1: string
  readonly tabs: string
  readonly token: string
  readonly channelToken: string
  readonly salesChannelConfigId: string
  /** Its control page, for trainers. */
  readonly control: string
  readonly webhookToken: string
  readonly storeId: string
  setReceiver(url: string | null): void
  startRush(options: { ordersPerMinute: number; openWith?: number; maxOpen?: number }): void
  /** The reservations that the practice store starts with, as screens would send them. */
  firstDays(): { plan: unknown; taken: readonly unknown[] }
  close(): Promise<void>
}

/** The wall fills while someone watches, and doesn't grow forever while nobody does. */
const rush = { ordersPerMinute: 3, openWith: 9, maxOpen: 40 }

/** The connection to a practice platform, which uses the default dialect. */
export const practiceConnection = (practice: PracticePlatform): Connection => ({
  v3Url: practice.v3,
  v1Url: practice.v1,
  tabsUrl: practice.tabs,
  token: practice.token,
  channelToken: practice.channelToken,
  salesChannelConfigId: practice.salesChannelConfigId,
  dialect: createDialect(),
})

/** Opens a host for the practice store, to which orders come from then on. */
export async function openPracticeHost(
  practice: PracticePlatform,
  deps: Omit<HostDeps, 'mode' | 'connection' | 'storeId' | 'webhookTokens'>,
): Promise<Host> {
  const host = await Host.open({
    ...deps,
    mode: 'practice',
    connection: practiceConnection(practice),
    storeId: practice.storeId,
    webhookTokens: new WebhookTokens(practice.webhookToken, deps.clock),
  })
  practice.setReceiver(host.webhookUrl)
  practice.startRush(rush)
  return host
}

/** Sample reservations for the practice store, sent in the same way as from a screen. */
export async function addSampleReservations(
  practice: PracticePlatform,
  handlers: Handlers,
  log: Log,
): Promise<void> {
  const person: Caller = { screen: '', name: 'Practice', role: 'manager' }
  const dispatcher = new Dispatcher(() => handlers, log, randomUUID)
  const { plan, taken: reservations } = practice.firstDays()
  const answers = [await dispatcher.call(person, 'reservations.savePlan', plan)]
  for (const each of reservations)
    answers.push(await dispatcher.call(person, 'reservations.create', each))
  for (const answer of answers)
    if (!answer.ok) log.warn('practice book', { error: answer.error.code })
}
