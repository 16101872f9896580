import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { createApp, effectScope, h } from 'vue'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { bridgeKey } from '../../bridge/key.ts'

import { useStock } from '../../state/stock/stock.ts'
import { useTickets } from '../../state/tickets.ts'
import { useTasks } from './use-task.ts'

/** The stores of a page, and the tasks that were done in them. */
function open() {
  const bridge = new FakeBridge()
  for (const name of ['tickets.undo', 'tickets.recall', 'stock.set'] as const)
    bridge.answers[name] = null
  const app = createApp(() => h('div'))
  app.provide(bridgeKey, bridge).use(createPinia())
  const done: string[] = []
  const scope = effectScope()
  app.runWithContext(() => scope.run(() => useTasks((task) => done.push(task))))
  return {
    bridge,
    scope,
    done,
    ...app.runWithContext(() => ({ tickets: useTickets(), stock: useStock() })),
  }
}

const out = { kind: 'out', until: { kind: 'notice' } } as const

test('each task is done in whatever way a person does it, and nothing else counts', async () => {
  const { bridge, done, tickets, stock } = open()
  await tickets.markReady('order 1')
  await tickets.undo('order 1')
  await tickets.recall('order 1')
  expect(done.splice(0)).toEqual(['markReady', 'bringBack', 'bringBack'])
  await stock.set(['item:palta'], { kind: 'back' })
  expect(done).toEqual([])
  await stock.set(['item:palta'], out)
  expect(done.splice(0)).toEqual(['sellOut'])
  bridge.notify({ type: 'preparationTime.changed' })
  expect(done).toEqual(['setTime'])
})

test('what the host refused is not done, nor what is done after the tour', async () => {
  const { bridge, scope, done, tickets, stock } = open()
  for (const name of ['tickets.markReady', 'tickets.undo', 'stock.set'] as const)
    bridge.refusals[name] = { code: 'storage' }
  await tickets.markReady('order 1')
  await tickets.undo('order 1')
  await stock.set(['item:palta'], out)
  bridge.refusals = {}
  scope.stop()
  await tickets.undo('order 1')
  await stock.set(['item:palta'], out)
  bridge.notify({ type: 'preparationTime.changed' })
  expect(done).toEqual([])
})
