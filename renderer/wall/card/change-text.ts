import { isolateText } from '#contract/shared/isolate-text.ts'
import type { TicketChange } from '#contract/tickets/ticket.ts'
import { say } from '../../locales/i18n.ts'

/** What has changed, in one line. `when` writes an ISO instant. */
export function changeText(change: TicketChange, when: (instant: string) => string): string {
  switch (change.kind) {
    case 'amount':
      return say('card.amount', { name: change.name, before: change.before, now: change.now })
    case 'added':
    case 'details':
      return say(`card.${change.kind}`, { name: change.name, amount: change.now })
    case 'removed':
      return say('card.removed', { name: change.name, amount: change.before })
    case 'closed':
      return say('orderChange.closed', { n: change.unmade })
    case 'again':
      return say('orderChange.again')
    case 'type':
      return say('orderChange.type', {
        before: say(`types.${change.before}`),
        now: say(`types.${change.now}`),
      })
    case 'buyer': {
      const now = isolateText(change.now)
      return change.before === null
        ? say('orderChange.buyerNew', { now })
        : say('orderChange.buyer', { before: isolateText(change.before), now })
    }
    case 'time':
      return say('orderChange.time', { before: when(change.before), now: when(change.now) })
    case 'note': {
      const isAllergy = change.note.allergyWords.length > 0
      return say(`orderChange.${isAllergy ? 'allergy' : 'note'}`, {
        text: isolateText(change.note.text),
      })
    }
    case 'note-gone':
      return say('orderChange.noteGone', { text: isolateText(change.text) })
  }
}
