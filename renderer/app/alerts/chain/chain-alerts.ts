import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import {
  instructionName,
  isCarriedOut,
  outcomeText,
  reasonText,
  senderText,
} from '../../../state/chain/instruction-text.ts'
import type { Alert } from '../alert.ts'
import { addMessages, say as sayApp } from '../../../locales/i18n.ts'
import type en from './messages/en.json'

/** Apart from the other messages of the app, because the first view doesn't need them. */
const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** With more unread instructions, the older ones follow once these are read. */
const maxAlerts = 5

function titleOf(instruction: ReceivedInstruction, all: readonly ReceivedInstruction[]): string {
  const isDone = isCarriedOut(instruction)
  const { kind } = instruction.change
  if (kind === 'profile') return say(isDone ? 'chainAlerts.profile' : 'chainAlerts.wantsProfile')
  const name = instructionName(instruction, all)
  if (kind === 'sold-out')
    return say(isDone ? 'chainAlerts.soldOut' : 'chainAlerts.wantsSoldOut', { name })
  if (name === '')
    return say(isDone ? 'chainAlerts.onSaleUnnamed' : 'chainAlerts.wantsOnSaleUnnamed')
  return say(isDone ? 'chainAlerts.onSale' : 'chainAlerts.wantsOnSale', { name })
}

function jumpOf(
  { change }: Pick<ReceivedInstruction, 'change'>,
  isManager: boolean,
): Alert['jump'] {
  if (change.kind !== 'profile') return { label: sayApp('alerts.show'), to: '/stock' }
  return isManager ? { label: sayApp('alerts.show'), to: '/connection' } : null
}

/** Instructions of the chain that nobody in the store has read; the newest first. */
export function chainAlerts(
  all: readonly ReceivedInstruction[],
  isManager: boolean,
  see: (id: string) => unknown,
): Alert[] {
  return all
    .filter(({ isSeen }) => !isSeen)
    .slice(0, maxAlerts)
    .map((instruction) => ({
      id: `chain ${instruction.id}`,
      tone: 'warn' as const,
      // Settings and stations are for the people in front; a cook acts on sold-out items.
      ...(instruction.change.kind === 'profile' ? { isFront: true as const } : {}),
      title: titleOf(instruction, all),
      text: joinTexts(
        [reasonText(instruction), senderText(instruction), outcomeText(instruction)].filter(
          (part) => part !== '',
        ),
        ' · ',
      ),
      actions: [{ label: sayApp('common.gotIt'), run: () => see(instruction.id) }],
      jump: jumpOf(instruction, isManager),
    }))
}
