import type { ChannelOrder, ChannelOrderState } from '#contract/channel-orders.ts'

/** All that is kept of it. */
export interface KeptChannelOrder extends ChannelOrder {
  /** Its salesChannelConfigId. */
  channelId: string
}

/** An order is the channel's: another channel may have one of the same id. */
export const subjectOf = ({
  channelId,
  integrationOrderId,
}: Pick<KeptChannelOrder, 'channelId' | 'integrationOrderId'>): string =>
  JSON.stringify([channelId, integrationOrderId])

/** What a state of its outbox entry means; without an answer nobody knows, and it is not repeated. */
const stateOf: Readonly<Record<string, ChannelOrderState>> = {
  queued: 'waiting',
  sending: 'sending',
  unknown: 'may-be-complete',
  unconfirmed: 'may-be-complete',
  rejected: 'refused',
  done: 'complete',
  settled: 'settled',
  withdrawn: 'discarded',
  dropped: 'discarded',
}

/** It after a step of its entry; the same where the step says nothing new. */
export function afterStep(
  kept: KeptChannelOrder,
  step: { state: string; words: string | null },
  tabId: string | null,
): KeptChannelOrder {
  const state = stateOf[step.state] ?? kept.state
  const after = { ...kept, state, words: step.words, tabId: tabId ?? kept.tabId }
  const same =
    after.state === kept.state && after.words === kept.words && after.tabId === kept.tabId
  return same ? kept : after
}

/** Whether it waits for a person's word. */
export const needsPerson = ({ state }: Pick<ChannelOrder, 'state'>): boolean =>
  state === 'may-be-complete' || state === 'refused'

/** What a person's word makes of it; null where it is not asked for. */
export function afterWord(
  { state }: Pick<ChannelOrder, 'state'>,
  choice: 'it-is-complete' | 'send-again' | 'discard',
): ChannelOrderState | null {
  if (state === 'waiting') return choice === 'discard' ? 'discarded' : null
  if (!needsPerson({ state })) return null
  return { 'it-is-complete': 'settled', 'send-again': 'waiting', discard: 'discarded' }[
    choice
  ] as ChannelOrderState
}
