import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts, operations } from '#contract/index.ts'
import { menuContract } from '#contract/menu/menu.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ProductDetail } from '#contract/stock/stock.ts'
import { contextOf } from '#test/support/context.ts'
import { Nouns, everyNoun } from './start/build-nouns.ts'
import { handlersOf } from './dispatch.ts'
import { defineNoun, withoutScreens, type AnyNoun } from './noun.ts'
import { nouns } from './nouns.ts'
import type { OutboxRules } from './outbox/rules.ts'

const rules: OutboxRules = {
  payload: z.unknown(),
  mayRepeat: () => true,
  send: () => Promise.resolve([]),
  changed: () => undefined,
  choices: () => [],
  title: () => '',
}

const larder = defineNoun(withoutScreens('larder'), {
  create: () => ({ handlers: {}, has: (dish: string) => dish === 'soup' }),
})
const table = defineNoun(withoutScreens('table'), {
  needs: [larder],
  create: ({ use }) => ({
    handlers: {},
    serves: (dish: string) => use(larder).has(dish),
    outbox: { print: rules },
  }),
})

const build = (list: readonly AnyNoun[]) => {
  const built = new Nouns(list)
  built.build(contextOf({}))
  return built
}

test('a noun is built after what it needs, and notified in the order of the list', async () => {
  const received: string[] = []
  const makeNoun = (name: string, needs: AnyNoun[] = []) =>
    defineNoun(withoutScreens(name), {
      needs,
      create: () => ({ handlers: {}, listens: { 'store.seen': () => received.push(name) } }),
    })
  const second = makeNoun('second')
  const first = makeNoun('first', [second])
  const built = build([first, second, table, larder])
  expect(built.api(table).serves('soup')).toBe(true)
  await built.announce('store.seen', null)
  expect(received).toEqual(['first', 'second'])
  expect(Object.keys(built.kinds)).toEqual(['print'])
})

test('a noun cannot use another noun that it does not declare', () => {
  const greedy = defineNoun(withoutScreens('greedy'), {
    create: ({ use }) => ({ handlers: {}, has: use(larder).has }),
  })
  expect(() => build([larder, greedy])).toThrow('greedy does not need larder')
})

test('an error of a listening noun reaches the noun that announced the event', () => {
  const failing = defineNoun(withoutScreens('failing'), {
    create: () => ({
      handlers: {},
      listens: {
        'settings.changing': () => {
          throw new Error('a page is damaged')
        },
      },
    }),
  })
  const built = build([failing])
  expect(() => void built.announce('settings.changing', null)).toThrow('a page is damaged')
})

test('a list that lacks a contract or a kind of the outbox does not compile', () => {
  // @ts-expect-error nobody prints
  expect(everyNoun([larder])).toEqual([larder])
})

test('each operation is answered by one noun, or by whoever opens a store', () => {
  const ofNouns = nouns.flatMap(({ contract }) => Object.keys(contract.operations))
  const ofDoor = contracts.filter(({ name }) => name === 'connection' || name === 'profiles')
  const all = [...ofNouns, ...ofDoor.flatMap(({ operations: some }) => Object.keys(some))]
  expect(all.toSorted()).toEqual(Object.keys(operations).toSorted())
})

class Counter {
  #count = 0

  refresh(): Result<null> {
    this.#count += 1
    return this.#count === 1 ? ok(null) : fail('not-found')
  }

  product(): Result<ProductDetail> {
    return fail('not-found')
  }
}

test('an operation is answered by the method of its name, on its own object', async () => {
  const handlers = handlersOf(menuContract, new Counter())
  const caller = { screen: '', name: '', role: 'manager' } as const
  expect(await handlers['menu.refresh']({}, caller)).toEqual(ok(null))
  expect(await handlers['menu.refresh']({}, caller)).toEqual(fail('not-found'))
})

test('an operation that nobody answers, or two, is a bug', () => {
  // @ts-expect-error it has no methods
  expect(() => handlersOf(menuContract, {})).toThrow('menu.refresh')
  expect(() => handlersOf(menuContract, new Counter(), new Counter())).toThrow('menu.refresh')
})
