import type { ChainChange } from '#contract/relay/instruction.ts'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { say } from './messages.ts'
import type { SendProblem } from './send.ts'
import type { OutcomeGroup, OutcomeWord, StoreOutcome } from './outcomes.ts'
import { numberText } from '../../locales/number.ts'

/** What an instruction sold out, by the names that somebody typed. */
export function soldOutNames(change: ChainChange): readonly string[] {
  if (change.kind === 'sold-out') return [change.name]
  return change.kind === 'profile' ? change.soldOut : []
}

const maxNames = 3
function listText(names: readonly string[]): string {
  if (names.length <= maxNames) return names.join(', ')
  const shown = names.slice(0, maxNames).join(', ')
  return say('fleetChange.more', { names: shown, n: names.length - maxNames })
}

/** What an instruction does, in a few words. `on-sale` names what the earlier one sold out. */
export function changeText(change: ChainChange, all: readonly FleetInstruction[]): string {
  switch (change.kind) {
    case 'sold-out':
      return say(`fleetChange.${change.what}`, { name: change.name })
    case 'on-sale': {
      const earlier = all.find(({ id }) => id === change.of)
      if (earlier === undefined) return say('fleetChange.onSaleUnknown')
      return say('fleetChange.onSale', { name: listText(soldOutNames(earlier.change)) })
    }
    case 'profile':
      return say('fleetChange.profile')
  }
}

export const groupText = (group: OutcomeGroup): string => say(`fleetOutcomeGroup.${group}`)

/** What became of it in a store. One that is silent can't have answered. */
export function outcomeText({ word, store }: Pick<StoreOutcome, 'word' | 'store'>): string {
  if (word === 'no-answer' && store === null) return say('fleetOutcome.gone')
  if (word === 'no-answer' && store?.state === 'silent') return say('fleetOutcome.silent')
  return say(`fleetOutcome.${word}` satisfies `fleetOutcome.${OutcomeWord}`)
}

/** What a store reported besides the outcome. */
export function factTexts({ report, store, word }: StoreOutcome): string[] {
  if (report === null)
    return store?.status?.acceptsInstructions === false && word === 'no-answer'
      ? [say('fleetOutcome.notAccepting')]
      : []
  const { items, confirmed, changed, missing } = report
  const count = { n: items, count: numberText(items) }
  return [
    ...(items > 0 ? [say('fleetOutcome.items', count)] : []),
    ...(items > 0
      ? [
          confirmed === items
            ? say('fleetOutcome.allConfirmed')
            : say('fleetOutcome.confirmed', { ...count, confirmed: numberText(confirmed) }),
        ]
      : []),
    ...(changed > 0
      ? [say('fleetOutcome.changed', { n: changed, count: numberText(changed) })]
      : []),
    ...(missing.length > 0 ? [say('fleetOutcome.missing', { names: missing.join(', ') })] : []),
  ]
}

/** The fields of a draft, by the start of the name that the server gives them. */
const fields = [
  ['reason', 'reason'],
  ['stores', 'stores'],
  ['change.name', 'name'],
  ['change.settings', 'settings'],
  ['change.stations', 'stations'],
  ['change.soldOut', 'soldOut'],
] as const

/** Why an instruction was not sent, and what to do. */
export function problemText(problem: SendProblem, details: string): string {
  const field = fields.find(([start]) => details.startsWith(start))?.[1]
  return problem === 'rejected' && field !== undefined
    ? say('fleetSend.rejectedField', { field: say(`fleetField.${field}`) })
    : say(`fleetSend.${problem}`)
}
