import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { provisionFromEnvironment, readProvision } from './provision.ts'

const whole = {
  KITCHEN_PASS_V3_URL: 'https://api.example/v3/',
  KITCHEN_PASS_TOKEN: 'token-of-the-store\n',
  KITCHEN_PASS_STORE: 'store-1',
}

describe('a connection from the environment', () => {
  test.each([
    ['nothing', {}, { profile: null, secrets: {}, webhookPort: null }],
    ['other variables', { PATH: '/bin' }, { profile: null, secrets: {}, webhookPort: null }],
    [
      'a store, its token trimmed and its address without the last slash',
      whole,
      {
        profile: { mode: 'store', v3Url: 'https://api.example/v3', storeId: 'store-1' },
        secrets: { 'platform-token': 'token-of-the-store' },
      },
    ],
    [
      'a token only, for the store that was connected last',
      { KITCHEN_PASS_TOKEN: 'token-of-the-store' },
      { profile: null, secrets: { 'platform-token': 'token-of-the-store' }, dialect: {} },
    ],
    [
      'a listener only',
      { KITCHEN_PASS_WEBHOOK_PORT: '0', KITCHEN_PASS_WEBHOOK_TOKEN: 'hook-token' },
      { profile: null, secrets: { 'webhook-token': 'hook-token' }, webhookPort: 0 },
    ],
  ])('%s', (_case, env, expected) => {
    expect(readProvision(provisionFromEnvironment(env))).toMatchObject({
      ok: true,
      value: expected,
    })
  })

  test.each([
    ['half a store', { KITCHEN_PASS_V3_URL: 'https://api.example/v3' }, 'at least one is missing'],
    [
      'a store and its token only',
      { ...whole, KITCHEN_PASS_V3_URL: undefined },
      'at least one is missing',
    ],
    [
      'a store without its token',
      { ...whole, KITCHEN_PASS_TOKEN: undefined },
      'at least one is missing',
    ],
    ['an address of another kind', { ...whole, KITCHEN_PASS_V3_URL: 'file:///etc' }, 'v3Url'],
    ['no address', { ...whole, KITCHEN_PASS_V3_URL: 'platform' }, 'v3Url'],
    ['no port', { KITCHEN_PASS_WEBHOOK_PORT: 'many' }, 'webhookPort'],
    ['a port too high', { KITCHEN_PASS_WEBHOOK_PORT: '70000' }, 'webhookPort'],
    ['an empty token', { ...whole, KITCHEN_PASS_TOKEN: ' ' }, 'token'],
  ])('refuses %s and does not repeat the token', (_case, env, named) => {
    const answer = readProvision(provisionFromEnvironment(env))
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(JSON.stringify(answer)).toContain(named)
    expect(JSON.stringify(answer)).not.toContain('token-of-the-store')
  })
})

describe('a dialect in a file', () => {
  test.each([
    ['names', '{"ordersPath":"/shop/orders"}', { ok: true }],
    ['a name that nobody knows, for others to tell', '{"orderPaht":"/x"}', { ok: true }],
    ['broken JSON', '{"ordersPath":', 'is not JSON'],
    ['a list', '["/shop"]', 'is not an object of names and texts'],
    ['a number', '{"weekdays":1}', 'weekdays is not a text'],
    ['an empty text', '{"weekdays":" "}', 'weekdays is not a text'],
    [
      'a value that its name cannot have',
      '{"ordersPath":"/x","queryArrays":"comma"}',
      'queryArrays must be one of repeated, brackets, commas',
    ],
  ])('%s', (_case, text, expected) => {
    const file = join(temporaryFolder(), 'dialect.json')
    writeFileSync(file, text)
    const answer = readProvision(
      provisionFromEnvironment({ ...whole, KITCHEN_PASS_DIALECT_FILE: file }),
    )
    if (typeof expected === 'string') {
      expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
      expect(JSON.stringify(answer)).toContain(expected)
    } else {
      expect(answer).toMatchObject({ ok: true, value: { dialect: JSON.parse(text) as object } })
    }
  })

  test('that is not there', () => {
    const file = join(temporaryFolder(), 'nowhere.json')
    expect(
      readProvision(provisionFromEnvironment({ KITCHEN_PASS_DIALECT_FILE: file })),
    ).toMatchObject({
      error: { detail: `dialectFile ${file} cannot be read` },
    })
  })
})
