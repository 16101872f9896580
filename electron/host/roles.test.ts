import { describe, expect, test } from 'vitest'
import { roles, type Role } from '#contract/caller.ts'
import { audiences, operations, type HostEvent, type OperationName } from '#contract/operations.ts'
import { fail, ok } from '#contract/result.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { createDispatch, type Handlers } from './dispatch.ts'

const everybody: readonly Role[] = ['kitchen', 'counter', 'manager']
const managers: readonly Role[] = ['manager']

/** Who may ask what. Said a second time on purpose: who may do more or less than before is a decision. */
const mayAsk: Record<OperationName, readonly Role[]> = {
  'tickets.snapshot': everybody,
  'tickets.recent': everybody,
  'tickets.find': everybody,
  'tickets.detail': everybody,
  'tickets.pace': everybody,
  'tickets.allDay': everybody,
  'tickets.markReady': everybody,
  'tickets.undo': everybody,
  'tickets.recall': everybody,
  'tickets.strikeItem': everybody,
  'tickets.start': everybody,
  'tickets.acknowledge': everybody,
  'tickets.decide': everybody,
  'status.read': everybody,
  'inbox.unread': managers,
  'settings.read': everybody,
  'settings.change': managers,
  'screens.read': everybody,
  'screens.rename': everybody,
  'screens.assign': managers,
  'screens.forget': managers,
  'screens.setPin': managers,
  'screens.removePin': managers,
  'screens.unlock': everybody,
  'screens.lock': everybody,
  'connection.read': everybody,
  'connection.tryToken': managers,
  'connection.connect': managers,
  'connection.giveToken': managers,
  'connection.practise': managers,
  'connection.resume': everybody,
  'stock.board': everybody,
  'stock.set': everybody,
  'stock.setIngredient': everybody,
  'stock.decide': everybody,
  'stock.answerOpening': everybody,
  'stock.saveIngredient': everybody,
  'stock.removeIngredient': everybody,
  'stock.history': everybody,
  'stock.historyTable': everybody,
  'menu.read': everybody,
  'menu.product': everybody,
  'doctor.read': managers,
  'doctor.examine': managers,
  'doctor.report': managers,
}

const mayHear: Record<HostEvent['type'], readonly Role[]> = {
  'tickets.changed': everybody,
  'status.changed': everybody,
  'settings.changed': everybody,
  'screens.changed': everybody,
  'stock.changed': everybody,
  'stock.replaced': everybody,
  'doctor.changed': managers,
  'host.replaced': everybody,
  'events.missed': everybody,
}

/** What the door needs in order to let a message through to its handler. */
const inputs: Partial<Record<OperationName, unknown>> = {
  'tickets.find': { words: 'ana' },
  'tickets.detail': { ticketId: 't' },
  'tickets.allDay': { types: [] },
  'tickets.markReady': { ticketId: 't', tapId: 'tap' },
  'tickets.undo': { ticketId: 't' },
  'tickets.recall': { ticketId: 't' },
  'tickets.strikeItem': { ticketId: 't', itemKey: 'i', struck: true },
  'tickets.start': { ticketId: 't', started: true },
  'tickets.acknowledge': { ticketId: 't' },
  'tickets.decide': { ticketId: 't', choice: 'settle' },
  'screens.rename': { name: 'Grill' },
  'screens.assign': { screenId: 's', name: '', role: 'counter' },
  'screens.forget': { screenId: 's' },
  'screens.setPin': { pin: '4821' },
  'screens.unlock': { pin: '4821' },
  'connection.tryToken': { v3Url: 'http://127.0.0.1:9/v3', token: 't' },
  'connection.connect': { v3Url: 'http://127.0.0.1:9/v3', token: 't', storeId: 's' },
  'connection.giveToken': { token: 't' },
  'stock.set': { tapId: 'tap', keys: ['k'], act: { kind: 'back' } },
  'stock.setIngredient': { tapId: 'tap', ingredientId: 'i', act: { kind: 'back' } },
  'stock.decide': { key: 'k', choice: 'settle' },
  'stock.saveIngredient': { id: null, name: 'Palta', keys: [] },
  'stock.removeIngredient': { ingredientId: 'i' },
  'stock.history': { days: 1 },
  'stock.historyTable': { days: 1 },
  'menu.product': { key: 'k' },
}

const names = Object.keys(operations) as OperationName[]

describe('who may ask what', () => {
  test('every operation has a row', () => {
    expect(Object.keys(mayAsk).toSorted()).toEqual(names.toSorted())
  })

  test.for(names.flatMap((name) => roles.map((role) => [name, role] as const)))(
    '%s by a screen of role %s',
    async ([name, role]) => {
      const ran: unknown[] = []
      const handlers = Object.fromEntries(
        names.map((each) => [
          each,
          (_input: unknown, caller: unknown) => {
            ran.push(each, caller)
            return ok('ran')
          },
        ]),
      ) as unknown as Handlers
      const dispatch = createDispatch(
        () => handlers,
        createKeptLog(),
        () => 'bug',
      )
      const caller = { screen: 's', name: 'Grill', role }
      const answer = await dispatch(caller, name, inputs[name] ?? {})
      const isAllowed = mayAsk[name].includes(role)
      expect(answer).toEqual(isAllowed ? ok('ran') : fail('not-allowed'))
      expect(ran).toEqual(isAllowed ? [name, caller] : [])
    },
  )
})

describe('who may hear of what', () => {
  test('every event has a row, and its audience', () => {
    expect(audiences).toEqual(mayHear)
  })
})
