import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { defaultPreferences } from '#contract/default-preferences.ts'
import type { Preferences } from '#contract/settings.ts'
import { appOrigin, channels } from './channels.ts'
import { createHandlers, type RequestChannel } from './handlers.ts'
import type { SenderEvent } from './sender.ts'

const page = { contentsId: 1, origin: appOrigin }
const ours = { url: `${appOrigin}/index.html#/queue`, origin: appOrigin, parent: null }
const from = (senderFrame: SenderEvent['senderFrame'], id = 1): SenderEvent => ({
  sender: { id },
  senderFrame,
})

function setUp() {
  const called: unknown[] = []
  let kept: Preferences = defaultPreferences
  const handlers = createHandlers({
    kitchen: {
      caller: (screen) => ({ screen, name: '', role: 'kitchen' }),
      call: (caller, name, input) => {
        called.push([caller.screen, name, input])
        return Promise.resolve(ok('answer'))
      },
    },
    preferences: {
      read: () => kept,
      write: (preferences) => {
        called.push(preferences)
        kept = preferences
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    page: () => page,
  })
  return { called, handlers }
}

const rightMessage: Record<RequestChannel, unknown> = {
  [channels.call]: { name: 'status.read', input: {} },
  [channels.first]: undefined,
  [channels.readPreferences]: undefined,
  [channels.writePreferences]: { ...defaultPreferences, theme: 'dark' },
}
const requestChannels = Object.keys(rightMessage) as RequestChannel[]

const strangers: [string, SenderEvent][] = [
  ['an iframe of our own page', from({ ...ours, parent: ours })],
  ['about:blank that inherited our origin', from({ ...ours, url: 'about:blank' })],
  ['a frame that is gone', from(null)],
  ['another window', from(ours, 2)],
  [
    'another origin',
    from({ url: 'https://evil.example/', origin: 'https://evil.example', parent: null }),
  ],
  ['an origin that only begins like ours', from({ ...ours, url: `${appOrigin}.evil/index.html` })],
  ['a sandboxed page of ours', from({ ...ours, origin: 'null' })],
]

describe('messages of the page', () => {
  it.each(requestChannels)('%s answers our page', async (channel) => {
    const { handlers } = setUp()
    expect(await handlers[channel](from(ours), rightMessage[channel])).toMatchObject({ ok: true })
  })

  it.each(
    requestChannels.flatMap((channel) =>
      strangers.map(([who, event]) => [channel, who, event] as const),
    ),
  )('%s refuses %s', async (channel, _who, event) => {
    const { called, handlers } = setUp()
    expect(await handlers[channel](event, rightMessage[channel])).toEqual({
      ok: false,
      error: { code: 'refused' },
    })
    expect(called).toEqual([])
  })

  it.each([
    [channels.call, undefined],
    [channels.call, null],
    [channels.call, 'status.read'],
    [channels.call, { name: 7, input: {} }],
    [channels.call, { name: 'x'.repeat(101), input: {} }],
    [channels.call, { name: 'status.read', input: {}, more: 1 }],
    [channels.readPreferences, {}],
    [channels.writePreferences, undefined],
    [channels.writePreferences, { theme: 'pink' }],
    [channels.writePreferences, { token: 'secret' }],
    [channels.writePreferences, JSON.parse('{"__proto__":{"theme":"dark"}}')],
  ] as const)('%s refuses the shape of %j', async (channel, message) => {
    const { called, handlers } = setUp()
    expect(await handlers[channel](from(ours), message)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(called).toEqual([])
  })

  it('hands the call over as it came, for the host to parse, in the name of its window', async () => {
    const { called, handlers } = setUp()
    await handlers[channels.call](from(ours), { name: 'tickets.undo', input: { ticketId: 'a' } })
    expect(called).toEqual([['desktop', 'tickets.undo', { ticketId: 'a' }]])
  })

  it('keeps preferences', async () => {
    const { handlers } = setUp()
    await handlers[channels.writePreferences](from(ours), { ...defaultPreferences, language: 'pt' })
    expect(await handlers[channels.readPreferences](from(ours), undefined)).toMatchObject({
      ok: true,
      value: { language: 'pt' },
    })
  })
})
