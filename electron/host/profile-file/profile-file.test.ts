import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readValue } from '#contract/settings/read-value.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { valuedRows } from '#contract/settings/table.ts'
import { minCost } from '../sealing/scrypt-costs.ts'
import { Sealing } from '../sealing/sealing.ts'
import {
  lockedSetting,
  profileJsonSchema,
  readProfileFile,
  setupSettings,
  openSealed,
  sealSecrets,
  secretsOf,
} from './profile-file.ts'
import { ruleSchema } from './schema.ts'

const store = { name: 'Centro', storeId: 'store-1', v3Url: 'https://api.example/v3/' }
const read = (file: object) => readProfileFile(JSON.stringify({ version: 1, ...file }))
/** The lines of the refusal. */
function linesOf(file: object): string[] {
  const answer = read(file)
  if (answer.ok) throw new Error('it was accepted')
  expect(answer.error).toMatchObject({ code: 'bad-input' })
  return (answer.error.detail ?? '').split('\n')
}

test('a store overrides what is common: single settings, whole lists', () => {
  const answer = read({
    common: {
      v3Url: 'https://api.example/v3',
      settings: { undoSeconds: 5, startedStage: true },
      dialect: { ordersPath: '/shop/orders' },
      screens: [{ name: 'Grill', role: 'kitchen' }],
      printers: [{ name: 'Pass', address: '10.0.0.9', language: 'es' }],
      locked: true,
    },
    stores: [
      { name: 'Centro', storeId: 'store-1' },
      {
        name: 'Norte',
        storeId: 'store-2',
        settings: { undoSeconds: 9 },
        screens: [{ name: 'Bar', role: 'counter', preferences: { theme: 'dark' } }],
        locked: false,
      },
    ],
  })
  if (!answer.ok) throw new Error(answer.error.detail)
  const [centro, norte] = answer.value.stores
  expect(centro).toMatchObject({
    v3Url: 'https://api.example/v3',
    dialect: { ordersPath: '/shop/orders' },
    setup: {
      name: 'Centro',
      locked: true,
      settings: { undoSeconds: 5, startedStage: true },
      screens: [{ name: 'Grill', role: 'kitchen', preferences: {} }],
      printers: [{ name: 'Pass', address: '10.0.0.9', port: 9100, width: 80, language: 'es' }],
    },
  })
  expect(norte).toMatchObject({
    setup: {
      locked: false,
      settings: { undoSeconds: 9, startedStage: true },
      screens: [{ name: 'Bar', role: 'counter', preferences: { theme: 'dark' } }],
    },
  })
})

test.each<[string, object, string]>([
  ['another version', { version: 2, stores: [store] }, 'version: Invalid input: expected 1'],
  ['no store', { stores: [] }, 'stores: Too small: expected array to have >=1 items'],
  [
    'a misspelt setting',
    { stores: [{ ...store, settings: { undoSecs: 5 } }] },
    'stores[0].settings: unknown: "undoSecs". Allowed: timeFormat',
  ],
  [
    'a setting out of range',
    { stores: [{ ...store, settings: { undoSeconds: 61 } }] },
    'stores[0].settings.undoSeconds: Too big: expected number to be <=60',
  ],
  [
    'a setting of another kind',
    { common: { settings: { startedStage: 'yes' } }, stores: [store] },
    'common.settings.startedStage: Invalid input: expected boolean',
  ],
  [
    'a setting of a screen',
    { stores: [{ ...store, settings: { theme: 'dark' } }] },
    'stores[0].settings: unknown: "theme"',
  ],
  [
    'a role that does not exist',
    { stores: [{ ...store, screens: [{ name: 'A', role: 'cook' }] }] },
    'stores[0].screens[0].role: Invalid option: expected one of "kitchen"|"counter"|"manager"',
  ],
  [
    'two screens of one name',
    {
      stores: [
        {
          ...store,
          screens: [
            { name: 'A', role: 'kitchen' },
            { name: 'a', role: 'manager' },
          ],
        },
      ],
    },
    'stores[0].screens: must have different names',
  ],
  [
    'a station, which is not known yet',
    { stores: [{ ...store, stations: [] }] },
    'stores[0]: unknown: "stations". Allowed: name, storeId',
  ],
  ['two stores of one id', { stores: [store, store] }, 'stores: must have different storeIds'],
  [
    'no address',
    { stores: [{ name: 'A', storeId: 'a' }] },
    'stores[0].v3Url: is missing here and in common',
  ],
  [
    'an address without a scheme',
    { stores: [{ ...store, v3Url: 'api.example' }] },
    'stores[0].v3Url: must be an address that begins with https://',
  ],
  [
    'an address with a password',
    { stores: [{ ...store, v3Url: 'https://a:hidden@api.example/v3' }] },
    'stores[0].v3Url: must have no name and no password in it',
  ],
  [
    'http',
    { stores: [{ ...store, v3Url: 'http://api.example/v3' }] },
    'stores[0].v3Url: is not encrypted',
  ],
  [
    'a channel without its address',
    { stores: [{ ...store, salesChannelConfigId: 'c' }] },
    'stores[0].tabsUrl: is missing',
  ],
  [
    'a misspelt name of the dialect',
    { stores: [{ ...store, dialect: { ordersPaht: '/x' } }] },
    'stores[0].dialect.ordersPaht: is no name',
  ],
  [
    'a wrong value of the dialect',
    { stores: [{ ...store, dialect: { ordersPath: 'x' } }] },
    'stores[0].dialect.ordersPath: ordersPath must be a path',
  ],
  [
    'an access key in clear',
    { stores: [{ ...store, token: 'hidden-key' }] },
    'Secrets are never in clear here',
  ],
])(
  '%s is refused with its place and what is allowed, never with the value of a secret',
  (_what, file, line) => {
    const lines = linesOf(file)
    expect(lines.join('\n')).toContain(line)
    expect(lines.join('\n')).not.toContain('hidden')
  },
)

test('the example of the documentation is good', () => {
  const page = join(import.meta.dirname, '../../../docs/it/provisioning.md')
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? []
  expect(readProfileFile(example)).toMatchObject({
    ok: true,
    value: { stores: [{ setup: { name: 'Centro', locked: true } }, { storeId: 'store-norte' }] },
  })
})

test('every mistake has its own line', () => {
  expect(
    linesOf({
      common: { locked: 'yes' },
      stores: [{ ...store, settings: { undoSeconds: -1, amberShare: 3 } }],
    }),
  ).toHaveLength(3)
})

test.each([
  ['{"version": 1,\n "stores": [\n {"token": "hidden-key" oops}]}', 'line 3'],
  ['{"version": 1, "stores": [', 'ends too early'],
  ['not json: hidden', 'is not JSON'],
  [' '.repeat(300_000), 'larger than 256 kB'],
])('a text that is no file is refused, and never repeated', (text, why) => {
  const answer = readProfileFile(text)
  expect(JSON.stringify(answer)).toContain(why)
  expect(JSON.stringify(answer)).not.toContain('hidden')
})

test('a file with a mark of its byte order, as Windows writes it, is read', () => {
  expect(readProfileFile(`\uFEFF${JSON.stringify({ version: 1, stores: [store] })}`).ok).toBe(true)
})

describe('the schema of a setting accepts what its rule accepts', () => {
  const tries = [
    true,
    false,
    null,
    0,
    1,
    5,
    0.5,
    61,
    1e9,
    -1,
    '',
    'M',
    ' 04:00 ',
    '04:00',
    '25:00',
    [],
    ['a.example'],
    [1],
    {},
    { undo: 'u' },
    { nope: 'x' },
  ]
  test.each([...valuedRows('restaurant'), ...valuedRows('screen')])('%s', (_key, row) => {
    const values = [...tries, row.default, ...(row.rule.is === 'one-of' ? row.rule.values : [])]
    for (const value of values) {
      const expected = readValue(row.rule, value)
      const parsed = ruleSchema(row.rule).safeParse(value)
      expect(parsed.success, JSON.stringify(value)).toBe(expected !== undefined)
      if (parsed.success) expect(parsed.data).toEqual(expected)
    }
  })
})

test('the documented form names every setting with its bounds', () => {
  const text = JSON.stringify(profileJsonSchema())
  for (const key of Object.keys(defaultSettings)) expect(text).toContain(`"${key}"`)
  expect(text).toContain('"undoSeconds":{"type":"integer","minimum":0,"maximum":60}')
  expect(text).toContain('"enum":["kitchen","counter","manager","status"]')
})

describe('secrets', () => {
  const secrets = {
    common: { accessKey: 'key-of-all' },
    stores: { 'store-2': { accessKey: 'key-of-two', webhookToken: 'bearer-of-two' } },
  }
  test('a store’s own come before those of all', () => {
    expect(secretsOf(secrets, 'store-1')).toEqual({ 'platform-token': 'key-of-all' })
    expect(secretsOf(secrets, 'store-2')).toEqual({
      'platform-token': 'key-of-two',
      'webhook-token': 'bearer-of-two',
    })
  })

  test('sealed, with the right and another passphrase, and damaged', async () => {
    const sealed = await sealSecrets(secrets, 'seven wet onions', minCost)
    expect(JSON.stringify(sealed)).not.toContain('key-of')
    expect(await openSealed(sealed, 'seven wet onions')).toEqual({ ok: true, value: secrets })
    const refused = { ok: false, error: { code: 'bad-input', detail: 'passphrase' } }
    expect(await openSealed(sealed, 'seven dry onions')).toEqual(refused)
    const content = Buffer.from(sealed.content, 'base64')
    content[0] = (content[0] ?? 0) ^ 1
    const damaged = { ...sealed, content: content.toString('base64') }
    expect(await openSealed(damaged, 'seven wet onions')).toEqual(refused)
    expect(linesOf({ stores: [store], sealed: { ...sealed, tag: 'short' } })[0]).toContain(
      'sealed.tag',
    )
  })

  test('sealed content of another form is refused', async () => {
    const sealed = new Sealing('seven wet onions', minCost).seal('{"accesskey":"hidden-key"}')
    const answer = await openSealed(sealed, 'seven wet onions')
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(JSON.stringify(answer)).not.toContain('hidden')
  })
})

test('a stored setting that this version doesn’t know is left out, and the others stay', () => {
  const setup = {
    name: 'A',
    locked: true,
    settings: { undoSeconds: 5, gone: 1, startedStage: 'odd' },
    screens: [],
    printers: [],
    keyMenuPath: null,
  }
  expect(setupSettings(setup)).toEqual({ undoSeconds: 5 })
  expect(lockedSetting(setup, { undoSeconds: 6 })).toBe('undoSeconds')
  expect(lockedSetting(setup, { undoSeconds: 5, startedStage: true })).toBeNull()
  expect(lockedSetting({ ...setup, locked: false }, { undoSeconds: 6 })).toBeNull()
})
