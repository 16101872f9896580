import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  restStation,
  ruleKinds,
  type Station,
  type StationRule,
} from '#contract/stations/station.ts'
import type { TicketModifier } from '#contract/tickets/ticket.ts'
import { tries } from '#test/support/tries.ts'
import { optionKey } from '../menu/stock-key.ts'
import { platformStationOf } from '../menu/platform-station.ts'
import { noStations, Routes, type RoutedItem } from './routes.ts'

const station = (id: string, name = id): Station => ({ id, name, color: 'red', icon: 'flame' })
const kitchen = ['grill', 'fryer', 'bar', 'cold'].map((id) => station(id))

const withOptions = (keys: readonly (string | null)[]): TicketModifier[] => [
  {
    name: 'M',
    options: keys.map((stockKey, at) => ({ id: String(at), name: 'O', count: 1, stockKey })),
  },
]

const dish = (
  product: string | null,
  {
    options = [],
    depth,
    platformStation = null,
  }: { options?: (string | null)[]; depth?: number; platformStation?: string | null } = {},
): RoutedItem => ({
  stockKey: product === null ? null : `product:${product}`,
  modifiers: withOptions(options),
  ...(depth !== undefined && { depth }),
  platformStation,
})

const rule = (by: StationRule['by'], key: string, ...stations: string[]): StationRule => ({
  by,
  key,
  stations,
})

interface Menu {
  categories?: Record<string, string[]>
  named?: Record<string, string>
}

const routesOf = (
  rules: readonly StationRule[],
  { categories = {}, named = {} }: Menu = {},
  stations: readonly Station[] = kitchen,
) =>
  new Routes(
    { stations, rules },
    {
      categoriesOf: (key) => categories[key] ?? [],
      courseOf: () => null,
      stationOf: (key) => named[key] ?? null,
    },
  )

const soup: Menu = { categories: { 'product:soup': ['starters', 'hot'] } }

describe('a rule', () => {
  test.each<[string, StationRule, RoutedItem]>([
    ['for a product', rule('product', 'product:soup', 'fryer'), dish('soup')],
    [
      'for an option group',
      rule('option-group', 'G1', 'fryer'),
      dish('soup', { options: [optionKey('G1', 'O1')] }),
    ],
    ['for a category', rule('category', 'starters', 'fryer'), dish('soup')],
    ['for a further category', rule('category', 'hot', 'fryer'), dish('soup')],
    [
      'for the platform’s word',
      rule('metadata', 'Zone 2', 'fryer'),
      dish('soup', { platformStation: 'Zone 2' }),
    ],
  ])('%s decides, and says so', (_name, one, item) => {
    const routes = routesOf([one], soup)
    expect(routes.ofProduct(item)).toEqual({ stations: ['fryer'], by: one.by })
    expect(routes.of([item])).toEqual([['fryer']])
  })

  test('gives a dish to several stations, in its order', () => {
    const routes = routesOf([rule('product', 'product:soup', 'cold', 'grill')])
    expect(routes.of([dish('soup')])).toEqual([['cold', 'grill']])
  })

  test('for another thing with the same key does not count', () => {
    const rules = [
      rule('category', 'product:soup', 'bar'),
      rule('product', 'starters', 'bar'),
      rule('metadata', 'product:soup', 'bar'),
    ]
    expect(routesOf(rules, soup).of([dish('soup')])).toEqual([[restStation]])
  })

  test('of an option group is found by the modifier, also if its id has a slash', () => {
    const routes = routesOf([rule('option-group', 'a/b', 'bar')])
    expect(routes.of([dish('soup', { options: [null, 'option:a/b/c'] })])).toEqual([['bar']])
    expect(routes.of([dish('soup', { options: ['option:a/c'] })])).toEqual([[restStation]])
  })
})

test('the most special rule counts: the platform’s word, the product, the option group, the category', () => {
  const all = {
    metadata: rule('metadata', 'Zone 2', 'bar'),
    product: rule('product', 'product:soup', 'cold'),
    'option-group': rule('option-group', 'G1', 'fryer'),
    category: rule('category', 'hot', 'grill'),
  }
  const item = dish('soup', { options: [optionKey('G1', 'O1')], platformStation: 'zone 2' })
  for (const [at, by] of ruleKinds.entries()) {
    const left = ruleKinds.slice(at).map((kind) => all[kind])
    for (const rules of [left, left.toReversed()])
      expect(routesOf(rules, soup).ofProduct(item)).toEqual({ stations: all[by].stations, by })
  }
})

test('the first category of the menu that has a rule counts, and the first option of the order', () => {
  const rules = [rule('category', 'hot', 'grill'), rule('category', 'starters', 'cold')]
  expect(routesOf(rules, soup).of([dish('soup')])).toEqual([['cold']])
  const groups = [rule('option-group', 'G1', 'grill'), rule('option-group', 'G2', 'cold')]
  const options = [optionKey('G3', 'O'), optionKey('G2', 'O'), optionKey('G1', 'O')]
  expect(routesOf(groups).of([dish('soup', { options })])).toEqual([['cold']])
})

test('a product without a rule, and one that the menu does not have, are for everything else', () => {
  const routes = routesOf([rule('category', 'drinks', 'bar')], soup)
  expect(routes.ofProduct(dish('soup'))).toEqual({ stations: [restStation], by: null })
  expect(routes.of([dish('soup'), dish(null), dish('unknown')])).toEqual([
    [restStation],
    [restStation],
    [restStation],
  ])
})

describe('what the platform calls a station', () => {
  const stations = [...kitchen, station('oven', 'Horno de leña'), station('fire', '🔥')]
  const of = (word: string, rules: StationRule[] = []) =>
    routesOf(rules, {}, stations).of([dish('soup', { platformStation: word })])[0]

  test('is found by a station’s name, whatever its case, accents and punctuation', () => {
    for (const word of ['Horno de leña', 'HORNO DE LENA', ' horno-de  leña ', 'hórno_de_leña'])
      expect(of(word)).toEqual(['oven'])
    expect(of('Horno')).toEqual([restStation])
  })

  test('is found by a rule first, which is compared in the same way', () => {
    expect(of('horno de leña', [rule('metadata', 'HORNO DE LEÑA', 'bar')])).toEqual(['bar'])
    expect(of('Zona Dos', [rule('metadata', 'zona dos', 'cold')])).toEqual(['cold'])
  })

  test('may be a picture, which is no other picture', () => {
    expect(of('🔥')).toEqual(['fire'])
    expect(of('🍕')).toEqual([restStation])
    expect(of('🍕', [rule('metadata', '🍕', 'bar')])).toEqual(['bar'])
  })

  test('comes from the order before the menu, and counts before every other rule', () => {
    const menu = { named: { 'product:soup': 'bar' } }
    const routes = routesOf([rule('product', 'product:soup', 'cold')], menu)
    expect(routes.of([dish('soup'), dish('soup', { platformStation: 'grill' })])).toEqual([
      ['bar'],
      ['grill'],
    ])
  })

  test('does not count if nobody knows it', () => {
    const routes = routesOf([rule('product', 'product:soup', 'cold')])
    expect(routes.of([dish('soup', { platformStation: 'Zone 9' })])).toEqual([['cold']])
    expect(routes.knows('Zone 9')).toBe(false)
    expect(routes.knows('GRILL')).toBe(true)
  })

  test('is read from metadata that may have any shape', () => {
    const read = (metadata: unknown) => platformStationOf(metadata, 'station')
    expect(read({ station: ' Grill ' })).toBe('Grill')
    for (const odd of [null, undefined, 'Grill', 7, [], {}, { station: 7 }, { station: ' ' }])
      expect(read(odd)).toBeNull()
    expect(platformStationOf({}, 'constructor')).toBeNull()
  })
})

describe('a combo', () => {
  const rules = [
    rule('product', 'product:menu', 'grill'),
    rule('product', 'product:drink', 'bar'),
    rule('product', 'product:salad', 'cold', 'bar'),
  ]
  const routes = routesOf(rules)

  test('passes its station to the dishes inside that have none, over several levels', () => {
    expect(
      routes.of([
        dish('menu'),
        dish('burger', { depth: 1 }),
        dish('box', { depth: 1 }),
        dish('fries', { depth: 2 }),
        dish('drink', { depth: 2 }),
        dish('burger', { depth: 1 }),
      ]),
    ).toEqual([['grill', 'bar'], ['grill'], ['grill', 'bar'], ['grill'], ['bar'], ['grill']])
  })

  test('is where its dishes are, not where its own rule says, once all of them have rules', () => {
    expect(
      routes.of([dish('menu'), dish('drink', { depth: 1 }), dish('salad', { depth: 1 })]),
    ).toEqual([['bar', 'cold'], ['bar'], ['cold', 'bar']])
  })

  test('without a rule passes everything else', () => {
    expect(
      routes.of([dish('box'), dish('fries', { depth: 1 }), dish('drink', { depth: 1 })]),
    ).toEqual([[restStation, 'bar'], [restStation], ['bar']])
  })

  test('passes nothing to the dishes after it, nor to those of the next combo', () => {
    expect(
      routes.of([
        dish('menu'),
        dish('fries', { depth: 1 }),
        dish('fries'),
        dish('box'),
        dish('fries', { depth: 1 }),
      ]),
    ).toEqual([['grill'], ['grill'], [restStation], [restStation], [restStation]])
  })
})

describe('a removed station', () => {
  const left = kitchen.filter(({ id }) => id !== 'fryer')
  test('is left out of a rule, and a rule of it alone counts for nothing', () => {
    const rules = [
      rule('product', 'product:soup', 'fryer'),
      rule('category', 'starters', 'fryer', 'cold'),
    ]
    expect(routesOf(rules, soup, left).ofProduct(dish('soup'))).toEqual({
      stations: ['cold'],
      by: 'category',
    })
    expect(routesOf(rules.slice(0, 1), soup, left).of([dish('soup')])).toEqual([[restStation]])
    expect(routesOf([], soup, left).has('fryer')).toBe(false)
  })
})

test('a kitchen with nothing but everything else, named or not, has no stations', () => {
  const named = routesOf([rule('product', 'product:soup', restStation)], {}, [
    station(restStation, 'Cocina'),
  ])
  expect(named.isUsed).toBe(false)
  expect(noStations.isUsed).toBe(false)
  expect(routesOf([]).isUsed).toBe(true)
  expect(noStations.of([dish('soup'), dish(null)])).toEqual([[restStation], [restStation]])
  expect(noStations.has(restStation)).toBe(true)
})

const products = Array.from({ length: 6 }, (_, at) => `p${String(at)}`)
const groups = ['g0', 'g1', 'g2']
const categories = ['c0', 'c1', 'c2']
const words = ['Grill', 'zone 1', 'ZÓNE 1', 'Nobody', '🔥']
const keysOf = {
  metadata: ['grill', 'Zone 1'],
  product: products.map((each) => `product:${each}`),
  'option-group': groups,
  category: categories,
}
/** `gone` is a station that was removed. */
const stationIds = [...kitchen.map(({ id }) => id), restStation, 'gone']

const someRules = fc.uniqueArray(
  fc.constantFrom(...ruleKinds).chain((by) =>
    fc.record({
      by: fc.constant(by),
      key: fc.constantFrom(...keysOf[by]),
      stations: fc.uniqueArray(fc.constantFrom(...stationIds), { minLength: 1, maxLength: 3 }),
    }),
  ),
  { selector: ({ by, key }) => `${by} ${key}`, maxLength: 12 },
)
const someMenu = fc.record({
  categories: fc.dictionary(
    fc.constantFrom(...keysOf.product),
    fc.uniqueArray(fc.constantFrom(...categories), { maxLength: 3 }),
  ),
  named: fc.dictionary(fc.constantFrom(...keysOf.product), fc.constantFrom(...words)),
})
/** Items as `item-shape.ts` lists them: at most one level deeper than the one before. */
const someOrder = fc
  .array(
    fc.record({
      product: fc.option(fc.constantFrom(...products)),
      options: fc.array(fc.constantFrom(null, ...groups.map((each) => optionKey(each, 'o'))), {
        maxLength: 3,
      }),
      step: fc.integer({ min: -2, max: 1 }),
      platformStation: fc.option(fc.constantFrom(...words), { freq: 1 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((items) => {
    let level = 0
    return items.map(({ product, step, ...others }, at) => {
      level = at === 0 ? 0 : Math.max(0, level + step)
      return dish(product, { ...others, ...(level > 0 && { depth: level }) })
    })
  })

describe('of any menu, rules and order', () => {
  test('each item has stations, all of which exist, each once', () => {
    fc.assert(
      fc.property(someRules, someMenu, someOrder, (rules, menu, items) => {
        const routes = routesOf(rules, menu)
        const routed = routes.of(items)
        expect(routed).toHaveLength(items.length)
        for (const stations of routed) {
          expect(stations).not.toEqual([])
          expect(stations.every((id) => routes.has(id))).toBe(true)
          expect(new Set(stations).size).toBe(stations.length)
        }
      }),
      { numRuns: tries(500, 10_000) },
    )
  })

  test('a combo is where its dishes are, and a dish outside of combos is where its product is', () => {
    fc.assert(
      fc.property(someRules, someMenu, someOrder, (rules, menu, items) => {
        const routes = routesOf(rules, menu)
        const routed = routes.of(items)
        for (const [at, item] of items.entries()) {
          const level = item.depth ?? 0
          const after = items.slice(at + 1)
          const end = after.findIndex(({ depth = 0 }) => depth <= level)
          const inside = routed.slice(at + 1, end === -1 ? undefined : at + 1 + end)
          if (inside.length > 0) expect(new Set(routed[at])).toEqual(new Set(inside.flat()))
          else if (level === 0) expect(routed[at]).toEqual(routes.ofProduct(item).stations)
        }
      }),
      { numRuns: tries(500, 10_000) },
    )
  })

  test('the same input has the same answer, whatever the order of the rules', () => {
    fc.assert(
      fc.property(
        someRules.chain((rules) =>
          fc.tuple(
            fc.constant(rules),
            fc.shuffledSubarray(rules, { minLength: rules.length, maxLength: rules.length }),
          ),
        ),
        someMenu,
        someOrder,
        ([rules, shuffled], menu, items) => {
          const routes = routesOf(rules, menu)
          const routed = routes.of(items)
          expect(routes.of(items)).toEqual(routed)
          expect(routesOf(shuffled, menu).of(items)).toEqual(routed)
        },
      ),
      { numRuns: tries(500, 10_000) },
    )
  })

  test('one more rule changes only the dishes that it is for', () => {
    fc.assert(
      fc.property(someRules, someMenu, someOrder, (rules, menu, items) => {
        const [added, ...others] = rules
        fc.pre(added !== undefined)
        const [before, after] = [routesOf(others, menu), routesOf(rules, menu)]
        for (const item of items) {
          const was = before.ofProduct(item)
          const is = after.ofProduct(item)
          if (is.by !== added.by) expect(is).toEqual(was)
          const alive = added.stations.filter((id) => after.has(id))
          if (JSON.stringify(is) !== JSON.stringify(was))
            expect(is).toEqual({ stations: alive, by: added.by })
        }
      }),
      { numRuns: tries(500, 10_000) },
    )
  })
})
