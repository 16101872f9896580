import { describe, expect, test } from 'vitest'
import { givenBy, readProvision } from './provision.ts'

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
      'a listener only',
      { KITCHEN_PASS_WEBHOOK_PORT: '0', KITCHEN_PASS_WEBHOOK_TOKEN: 'hook-token' },
      { profile: null, secrets: { 'webhook-token': 'hook-token' }, webhookPort: 0 },
    ],
  ])('%s', (_case, env, expected) => {
    expect(readProvision(givenBy(env))).toMatchObject({ ok: true, value: expected })
  })

  test.each([
    ['half a store', { KITCHEN_PASS_V3_URL: 'https://api.example/v3' }, 'all three'],
    ['an address of another kind', { ...whole, KITCHEN_PASS_V3_URL: 'file:///etc' }, 'v3Url'],
    ['no address', { ...whole, KITCHEN_PASS_V3_URL: 'platform' }, 'v3Url'],
    ['no port', { KITCHEN_PASS_WEBHOOK_PORT: 'many' }, 'webhookPort'],
    ['a port too high', { KITCHEN_PASS_WEBHOOK_PORT: '70000' }, 'webhookPort'],
    ['an empty token', { ...whole, KITCHEN_PASS_TOKEN: ' ' }, 'token'],
  ])('refuses %s and does not repeat the token', (_case, env, named) => {
    const answer = readProvision(givenBy(env))
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(JSON.stringify(answer)).toContain(named)
    expect(JSON.stringify(answer)).not.toContain('token-of-the-store')
  })
})
