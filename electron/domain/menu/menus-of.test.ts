import { expect, test } from 'vitest'
import { menuSchema, type Menu } from '#platform/menu.ts'
import { menusOf } from './menus-of.ts'

const named = (externalId: string, storesIds: string[] | null, priority = 0): Menu =>
  menuSchema.parse({ menu: { externalId, storesIds, priority } })
const everybodys = named('everybodys', [])
const silent = named('silent', null, 3)
const ours = named('ours', ['s0', 's1'], 1)
const more = named('more', ['s1'], 5)
const theirs = named('theirs', ['s2'], 9)

test.each<[string, Menu[], string[], object]>([
  [
    'those that name it, the most important first, and no others',
    [everybodys, ours, theirs, more, silent],
    ['more', 'ours'],
    { by: 'name', taken: 2, others: 2 },
  ],
  [
    'where none names it, those that name no store',
    [everybodys, theirs, silent],
    ['silent', 'everybodys'],
    { by: 'no-name', taken: 2, others: 1 },
  ],
  ['never one that names others alone', [theirs], [], { by: 'none', taken: 0, others: 1 }],
  ['none where there is none', [], [], { by: 'none', taken: 0, others: 0 }],
])('a store sells from %s', (_title, menus, ids, choice) => {
  const storeMenus = menusOf(menus, (id) => id === 's1')
  expect(storeMenus.menus.map(({ menu }) => menu.externalId)).toEqual(ids)
  expect(storeMenus.choice).toEqual(choice)
})
