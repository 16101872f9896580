import { expect, test } from 'vitest'
import { firstOperations } from '#contract/first-view.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { Dispatcher, type Handlers } from '../dispatch.ts'
import { readFirstView } from './first-view.ts'

/** No kitchen, whose answers would be looked through for what it may not see. */
const caller = { screen: 'counter-1', name: 'Caja', role: 'counter' } as const

/** The role checks of a host that answers each operation with its name and the caller. */
function openDoor(some: Partial<Record<keyof Handlers, () => never>> = {}) {
  const handlers = new Proxy(some, {
    get: (own, name: keyof Handlers) =>
      own[name] ?? ((_input: unknown, caller: unknown) => ok([name, caller])),
  })
  return new Dispatcher(
    () => handlers as Handlers,
    createRecordingLog(),
    () => 'log-1',
  )
}

test('every operation of the first view is asked in the name of the screen', async () => {
  const view = await readFirstView(openDoor(), caller)
  expect(view).toEqual(
    Object.fromEntries(firstOperations.map((name) => [name, ok([name, caller])])),
  )
})

test('a failed operation is returned beside the answers of the others', async () => {
  const door = openDoor({
    'settings.get': () => {
      throw new Error('a bug')
    },
  })
  expect(await readFirstView(door, caller)).toMatchObject({
    'tickets.list': { ok: true },
    'status.get': { ok: true },
    'settings.get': fail('internal', 'log-1'),
    'screens.get': { ok: true },
  })
})
