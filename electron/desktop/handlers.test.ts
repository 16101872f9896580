import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/shared/caller.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { appOrigin, channels } from './channels.ts'
import {
  answerRequest,
  type RequestChannel,
  type RequestDeps,
  type SenderEvent,
} from './handlers.ts'

const page = { contentsId: 1, origin: appOrigin }
const ours = { url: `${appOrigin}/index.html#/queue`, origin: appOrigin, parent: null }
const from = (senderFrame: SenderEvent['senderFrame'], id = 1): SenderEvent => ({
  sender: { id },
  senderFrame,
})

function setUp({ folder = '/home/ana', role = 'manager' }: { folder?: string; role?: Role } = {}) {
  const called: unknown[] = []
  let stored: Preferences = defaultPreferences
  const deps: RequestDeps = {
    kitchen: {
      caller: (screen) => ({ screen, name: '', role }),
      call: (caller, name, input) => {
        called.push([caller.screen, name, input])
        return Promise.resolve(ok('answer'))
      },
      choose: (path) => void called.push(['chosen', path]),
    },
    window: {
      page: () => page,
      askForFile: (name) => Promise.resolve(name.startsWith('nowhere') ? null : join(folder, name)),
      printPdf: () => Promise.resolve(Buffer.from('%PDF-1.7')),
    },
    preferences: {
      read: () => stored,
      write: (preferences) => {
        called.push(preferences)
        stored = preferences
      },
    },
    autostart: {
      read: () => 'off',
      set: (isOn) => {
        called.push(['autostart', isOn])
        return isOn ? 'on' : 'off'
      },
    },
    joining: {
      find: () => Promise.resolve(ok([])),
      identify: (address) => Promise.resolve(ok({ address, words: null, fingerprint: null })),
      join: (host) => {
        called.push(['join', host.address])
        return Promise.resolve(ok(null))
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  return {
    called,
    ask: (channel: RequestChannel, message: unknown, event = from(ours)) =>
      answerRequest(channel, event, message, deps),
    setPreferences: (next: Preferences) => void (stored = next),
  }
}

const rightMessage: Record<RequestChannel, unknown> = {
  [channels.call]: { name: 'status.get', input: {} },
  [channels.first]: undefined,
  [channels.chooseFile]: 'guests.csv',
  [channels.savePdf]: 'nowhere.pdf',
  [channels.readPreferences]: undefined,
  [channels.writePreferences]: { ...defaultPreferences, theme: 'dark' },
  [channels.readAutostart]: undefined,
  [channels.setAutostart]: true,
  [channels.findHosts]: undefined,
  [channels.identifyHost]: '192.168.1.9:8440',
  [channels.joinHost]: { address: '192.168.1.9:8440', fingerprint: null },
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
    const { ask } = setUp()
    expect(await ask(channel, rightMessage[channel])).toMatchObject({ ok: true })
  })

  it.each(
    requestChannels.flatMap((channel) =>
      strangers.map(([who, event]) => [channel, who, event] as const),
    ),
  )('%s refuses %s', async (channel, _who, event) => {
    const { called, ask } = setUp()
    expect(await ask(channel, rightMessage[channel], event)).toEqual({
      ok: false,
      error: { code: 'refused' },
    })
    expect(called).toEqual([])
  })

  it.each([
    [channels.call, undefined],
    [channels.call, null],
    [channels.call, 'status.get'],
    [channels.call, { name: 7, input: {} }],
    [channels.call, { name: 'x'.repeat(101), input: {} }],
    [channels.call, { name: 'status.get', input: {}, more: 1 }],
    [channels.chooseFile, undefined],
    [channels.chooseFile, '/etc/passwd'],
    [channels.chooseFile, '../guests.csv'],
    [channels.chooseFile, 'a.kpbackup.exe'],
    [channels.savePdf, '/etc/passwd'],
    [channels.savePdf, '../close-out.pdf'],
    [channels.savePdf, 'close-out.csv'],
    [channels.readPreferences, {}],
    [channels.readAutostart, true],
    [channels.setAutostart, undefined],
    [channels.setAutostart, 'on'],
    [channels.writePreferences, undefined],
    [channels.writePreferences, { theme: 'pink' }],
    [channels.writePreferences, { token: 'secret' }],
    [channels.writePreferences, JSON.parse('{"__proto__":{"theme":"dark"}}')],
  ] as const)('%s refuses the shape of %j', async (channel, message) => {
    const { called, ask } = setUp()
    expect(await ask(channel, message)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(called).toEqual([])
  })

  it('passes a call unchanged to the host, with the name of its window', async () => {
    const { called, ask } = setUp()
    await ask(channels.call, { name: 'tickets.undo', input: { ticketId: 'a' } })
    expect(called).toEqual([['desktop', 'tickets.undo', { ticketId: 'a' }]])
  })

  it('passes the file that a person chose, and the host accepts no other file', async () => {
    const { called, ask } = setUp()
    const choose = (name: string) => ask(channels.chooseFile, name)
    expect(await choose('guests.csv')).toEqual(ok({ path: '/home/ana/guests.csv' }))
    expect(called).toEqual([['chosen', '/home/ana/guests.csv']])
    expect(await choose('nowhere.csv')).toEqual(ok(null))
    expect(await choose('kitchen-pass-2026-11-26.kpbackup')).toMatchObject({ ok: true })
    expect(called).toHaveLength(2)
  })

  it('writes a PDF where a person says, and says where it could not', async () => {
    const folder = temporaryFolder()
    const { ask } = setUp({ folder })
    const save = (name: string) => ask(channels.savePdf, name)
    expect(await save('close-out-1.pdf')).toEqual(ok('saved'))
    expect(readFileSync(join(folder, 'close-out-1.pdf'), 'utf8')).toBe('%PDF-1.7')
    expect(await save('nowhere.pdf')).toEqual(ok(null))
    rmSync(folder, { recursive: true })
    expect(await save('close-out-2.pdf')).toMatchObject({ ok: false, error: { code: 'storage' } })
  })

  it('keeps preferences', async () => {
    const { ask } = setUp()
    await ask(channels.writePreferences, { ...defaultPreferences, language: 'pt' })
    expect(await ask(channels.readPreferences, undefined)).toMatchObject({
      ok: true,
      value: { language: 'pt' },
    })
  })

  it.each(['kitchen', 'counter'] as const)(
    'lets no %s into or out of kiosk mode, and keeps the rest of its preferences',
    async (role) => {
      for (const kiosk of [true, false]) {
        const { called, ask, setPreferences } = setUp({ role })
        setPreferences({ ...defaultPreferences, kiosk })
        const write = (changed: object) =>
          ask(channels.writePreferences, {
            ...defaultPreferences,
            kiosk,
            ...changed,
          })
        expect(await write({ kiosk: !kiosk, theme: 'dark' })).toEqual(fail('not-allowed'))
        expect(called).toEqual([])
        expect(await write({ theme: 'dark' })).toEqual(ok(null))
        expect(called).toMatchObject([{ theme: 'dark', kiosk }])
      }
    },
  )

  it('lets a manager into and out of kiosk mode', async () => {
    const { called, ask } = setUp()
    for (const kiosk of [true, false])
      expect(await ask(channels.writePreferences, { ...defaultPreferences, kiosk })).toEqual(
        ok(null),
      )
    expect(called).toMatchObject([{ kiosk: true }, { kiosk: false }])
  })

  it('lets only a manager change whether the app starts with the computer', async () => {
    const cook = setUp({ role: 'kitchen' })
    expect(await cook.ask(channels.setAutostart, true)).toEqual(fail('not-allowed'))
    expect(cook.called).toEqual([])
    expect(await cook.ask(channels.readAutostart, undefined)).toEqual(ok('off'))
    const manager = setUp()
    expect(await manager.ask(channels.setAutostart, true)).toEqual(ok('on'))
    expect(manager.called).toEqual([['autostart', true]])
  })
})
