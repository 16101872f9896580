import { afterEach, expect, test } from 'vitest'
import { startOddPlatform } from '#platform/odd-platform.fixture.ts'
import { createDocument } from '#platform/openapi/document.ts'
import { startCheckingProxy } from './checking-proxy.ts'
import { startCheckingReceiver } from './checking-receiver.ts'
import { createDocumentCheck } from './document-check.ts'

/** Proves that the checks of this folder find errors: each row here is a platform with one. */

const document = createDocument()
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function violations(
  path: string,
  answer: { status?: number; body: unknown },
  init: RequestInit = {},
): Promise<string[]> {
  const platform = await startOddPlatform(() => answer)
  const { v3Url, v1Url, tabsUrl } = platform.connection()
  const bases = { v3: v3Url, v1: v1Url ?? '', tabs: tabsUrl ?? '' }
  const proxy = await startCheckingProxy(bases, document, createDocumentCheck(document))
  open.push(proxy, platform)
  await (await fetch(new URL(path, proxy.v3), init)).text()
  return proxy.violations
}

const me = { permissions: ['admin'], website: { _id: 'w' }, stores: [] }
const noError = { success: false, error: { error: 'error', message: 'No' } }

test.each([
  ['a success', '/v3/api/me', { body: { success: true, data: me } }],
  ['a refusal', '/v3/api/me', { status: 400, body: noError }],
  ['a flag as text', '/v3/api/me', { status: 429, body: { ...noError, success: 'false' } }],
  ['no endpoint', '/v3/nothing', { status: 404, body: noError }],
])('%s is right', async (_name, path, answer) => {
  expect(await violations(path, answer)).toEqual([])
})

test.each([
  ['no envelope', '/v3/api/me', { body: me }, /must have required property 'success'/],
  [
    'a field of another type',
    '/v3/api/me',
    { body: { success: true, data: { ...me, permissions: 'admin' } } },
    /\/data\/permissions must be array/,
  ],
  [
    'a field that is misspelt',
    '/v3/api/me',
    { body: { success: true, data: { ...me, website: { _id: 'w', logoUrl: 'x' } } } },
    /\/data\/website\/logoUrl is not documented/,
  ],
  [
    'a field beside the data',
    '/v3/api/me',
    { body: { success: true, data: me, page: 1 } },
    /\/page is not documented/,
  ],
  [
    'a date that is none',
    '/v3/ecommerce/coupons',
    { body: { success: true, data: { items: [{ _id: 'c', fromDate: 'soon' }] } } },
    /items\/\*\/fromDate must match format "date-time"/,
  ],
  ['a refusal without words', '/v3/api/me', { status: 400, body: { success: false } }, /'error'/],
  [
    'another status',
    '/v3/api/me',
    { status: 201, body: { success: true, data: me } },
    /is not the status/,
  ],
  ['an endpoint of its own', '/v3/extra', { body: { success: true, data: 1 } }, /is no endpoint/],
])('%s is found', async (_name, path, answer, expected) => {
  const [first] = await violations(path, answer)
  expect(first).toMatch(expected)
})

test('an answer of another interface is found', async () => {
  const init = { method: 'POST', body: '{}' }
  const answer = { body: { success: true, data: { processId: 'p' } } }
  expect(await violations('/v1/updateStock', answer, init)).toContainEqual(
    expect.stringContaining("must have required property 'status'"),
  )
})

test.each([
  [
    'items while it runs',
    { status: 'RUNNING', processId: 'p', processedItems: [{ type: 'product' }] },
  ],
  ['no items at the end', { status: 'FINISHED', processId: 'p', processedItems: [] }],
  ['another state', { status: 'DONE', processId: 'p', processedItems: [] }],
])('an event with %s is found', async (_name, data) => {
  const receiver = await startCheckingReceiver(createDocumentCheck(document), 'the-token')
  open.push(receiver)
  const send = (body: unknown, authorization = 'Bearer the-token') =>
    fetch(receiver.url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const event = { type: 'processStatusUpdated', date: '2026-11-20T15:00:00.000Z' }
  const right = { status: 'RUNNING', processId: 'p', processedItems: [] }
  await send({ ...event, data: right })
  expect(receiver.violations).toEqual([])
  await send({ ...event, data })
  expect(receiver.violations).not.toEqual([])
  const countBefore = receiver.violations.length
  await send({ ...event, data: right }, 'Bearer another')
  expect(receiver.violations.slice(countBefore)).toEqual([
    'processStatusUpdated: authorization Bearer another',
  ])
})
