import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

/** Separate from the common messages, because the first view doesn't need them. */
const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

type SoldOut = Extract<ReceivedInstruction['change'], { kind: 'sold-out' }>

/** More names than this are not listed. */
const maxNames = 3

/** As this store's menu writes it, which may differ from what the chain wrote. */
function nameOf({ what, name }: SoldOut, [first, ...others]: readonly string[]): string {
  const isOne = first !== undefined && others.every((other) => other === first)
  return what === 'item' && isOne ? first : name
}

/**
 * The item or ingredient that an instruction is about; empty if it is about none or unknown. One
 * that puts something back on sale only names an earlier instruction, which may be in `all`.
 */
export function instructionName(
  { change, names }: Pick<ReceivedInstruction, 'change' | 'names'>,
  all: readonly ReceivedInstruction[],
): string {
  if (change.kind === 'profile') return ''
  if (change.kind === 'sold-out') return nameOf(change, names)
  const earlier = all.find(({ id }) => id === change.of)
  if (earlier?.change.kind === 'sold-out') return nameOf(earlier.change, earlier.names)
  const listed = joinTexts(names.slice(0, maxNames), ', ')
  return names.length > maxNames ? `${listed}…` : listed
}

/** What the chain changes, such as "Sold out: Salmon". */
export function changeText(
  instruction: ReceivedInstruction,
  all: readonly ReceivedInstruction[],
): string {
  const { kind } = instruction.change
  if (kind === 'profile') return say('instruction.profile')
  const name = instructionName(instruction, all)
  if (kind === 'sold-out') return say('instruction.soldOut', { name })
  return name === '' ? say('instruction.onSaleUnnamed') : say('instruction.onSale', { name })
}

/** Why, in quotes; empty if nobody said. */
export const reasonText = ({ reason }: Pick<ReceivedInstruction, 'reason'>): string =>
  reason === '' ? '' : say('instruction.reason', { reason })

export const senderText = ({ chain, by }: Pick<ReceivedInstruction, 'chain' | 'by'>): string =>
  say('instruction.by', { chain, by })

type Outcome = Pick<ReceivedInstruction, 'state' | 'items' | 'changed' | 'missing' | 'change'>

function stateText({ state, items, missing, change }: Outcome): string {
  switch (state) {
    case 'done':
      if (items > 0) return say('instruction.doneItems', { n: items })
      return say(change.kind === 'on-sale' ? 'instruction.nothingLeft' : 'instruction.done')
    case 'partly':
      return items === 0 ? say('instruction.partly') : say('instruction.partlyItems', { n: items })
    // The switch refuses everything and names nothing. What is named was refused for its own sake.
    case 'refused':
      return say(missing.length === 0 ? 'instruction.refused' : 'instruction.unchanged')
    case 'waiting':
    case 'not-found':
    case 'too-old':
    case 'failed':
      return say(`instruction.${state}`)
  }
}

/** What became of it in this store, in one or more sentences. */
export function outcomeText(outcome: Outcome): string {
  const { state, change, missing, changed } = outcome
  const sentences = [stateText(outcome)]
  if ((state === 'partly' || state === 'refused') && missing.length > 0)
    sentences.push(
      say(change.kind === 'profile' ? 'instruction.missingOfProfile' : 'instruction.missing', {
        names: joinTexts(missing, ', '),
      }),
    )
  if (changed > 0) sentences.push(say('instruction.changedSince', { n: changed }))
  return sentences.join(' ')
}

/** Whether it changed something here. */
export const isCarriedOut = ({ state }: Pick<ReceivedInstruction, 'state'>): boolean =>
  state === 'done' || state === 'partly'
