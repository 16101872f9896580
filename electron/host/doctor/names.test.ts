import { expect, test } from 'vitest'
import { createDialect, describeDialect } from '#platform/dialect.ts'
import { observedEvents, nameFindings, whereShown } from './names.ts'

const dialect = createDialect()

test('every name has a place where it is observed', () => {
  const forgotten = describeDialect(dialect).filter(({ name }) => whereShown(name) === undefined)
  expect(forgotten).toEqual([])
})

test('events of the inbox prove their names, and a status event its fields', () => {
  const seen = [
    { type: dialect.orderStatusEvent, fields: [dialect['orderStatusEvent.newOrderStatus']] },
    { type: dialect.orderCreatedEvent, fields: [] },
  ]
  expect(observedEvents(dialect, seen)).toEqual({
    orderCreatedEvent: 'proven',
    orderStatusEvent: 'proven',
    'orderStatusEvent.newOrderStatus': 'proven',
  })
})

test('a field of another event proves nothing', () => {
  const fields = [dialect['orderStatusEvent.newOrderStatus']]
  expect(observedEvents(dialect, [{ type: 'something.else', fields }])).toEqual({})
})

test('a token that someone wrote into the dialect is not shown', () => {
  const own = createDialect({ completeOrderAuthorization: 'Basic c2VjcmV0 {token}' })
  expect(JSON.stringify(nameFindings(own, {}, []))).not.toContain('c2VjcmV0')
})
