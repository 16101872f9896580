import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokenPlace } from '#contract/network/device-token.ts'
import { WebHost } from './web-host.ts'

/** What the page has sent: each address with its headers. */
const sent: [path: string, headers: unknown][] = []
const replace = vi.fn<(address: string) => void>()
const replaceState = vi.fn<(...state: unknown[]) => void>()
let answer = (): Response => Response.json({ reported: 3, view: {} })

function open(token: string | null, hash = ''): WebHost {
  const stored = new Map(token === null ? [] : [[tokenPlace, token]])
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored.get(name) ?? null })
  vi.stubGlobal('location', { protocol: 'https:', hash, replace })
  vi.stubGlobal('history', { replaceState })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push([path, init.headers])
    return Promise.resolve(answer())
  })
  return new WebHost()
}

beforeEach(() => {
  sent.length = 0
  vi.clearAllMocks()
  answer = () => Response.json({ reported: 3, view: {} })
})
afterEach(() => void vi.unstubAllGlobals())

test('the first request of a page asks for its data, with the token', async () => {
  const host = open('the-token')
  expect(await host.first).toEqual({ reported: 3, view: {} })
  expect(sent).toEqual([['/first', { authorization: 'Bearer the-token' }]])
  expect(replace).not.toHaveBeenCalled()
})

test('each later request has the token too', async () => {
  const host = open('the-token')
  await host.fetch('/call', { method: 'POST', headers: { 'content-type': 'application/json' } })
  expect(sent.at(-1)).toEqual([
    '/call',
    { 'content-type': 'application/json', authorization: 'Bearer the-token' },
  ])
})

test('a browser without a token asks for nothing and goes to the door, with the key or the room', async () => {
  open(null, '#key=abc')
  await vi.waitFor(() => {
    expect(replace).toHaveBeenCalledExactlyOnceWith('/door#key=abc')
  })
  expect(sent).toEqual([])
})

test('a browser whose token has ended goes to the door, and its requests get no answer', async () => {
  const host = open('the-token', '#/stock')
  await host.first
  answer = () => new Response('not let in', { status: 401 })
  const asked = host.fetch('/events')
  await vi.waitFor(() => {
    expect(replace).toHaveBeenCalledExactlyOnceWith('/door#/stock')
  })
  const outcome = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 20))])
  expect(outcome).toBeUndefined()
})

test('a key in the address of a browser that is in already is dropped', async () => {
  await open('the-token', '#key=abc').first
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/')
})

test('a host that is away, or answers something else, brings no data', async () => {
  answer = () => new Response('too often', { status: 429 })
  expect(await open('the-token').first).toBeNull()
  answer = () => new Response('<title>another program</title>')
  expect(await open('the-token').first).toBeNull()
})
