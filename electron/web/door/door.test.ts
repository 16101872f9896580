import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Screens } from '#contract/screens/screens.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { ask, json, keyOf, openWeb } from '#test/support/web-door.ts'
import {
  call,
  headersWith,
  listen,
  nobody,
  openBrowser,
  showKey,
} from '#test/support/web-screen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import type { WebServer } from '../server.ts'
import { LocalDoor } from './local-door.ts'

const invitationOf = ({ invitation }: WebServer): string => invitation.split('#key=')[1] ?? ''

const guesses = tries(1_000, 10_000, 10_000)

const madeUp = (nth: number): string => nth.toString(36).padStart(43, 'A')

describe('a browser without a token', () => {
  test.each([
    ['GET', '/first'],
    ['GET', '/events'],
    ['GET', '/exports/some.csv'],
    ['POST', '/exports/some.csv'],
    ['POST', '/call'],
  ])('gets nothing by %s %s', async (method, path) => {
    const server = await openWeb()
    const body = method === 'POST' ? JSON.stringify({ name: 'status.get', input: {} }) : undefined
    for (const authorization of [nobody.authorization, `Bearer ${madeUp(1)}`]) {
      const answer = await ask(server, path, {
        method,
        headers: { ...json, authorization },
        ...(body !== undefined && { body }),
      })
      expect(answer).toMatchObject({ status: 401, text: 'not let in' })
    }
  })

  test('can do nothing with a cookie, the start link’s key, or a token in the address', async () => {
    const server = await openWeb()
    const { authorization } = await openBrowser(server)
    const [, token = ''] = authorization.split(' ')
    for (const [headers, path] of [
      [{ ...nobody, cookie: `kitchen-pass.token=${token}` }, '/call'],
      [{ authorization: `Bearer ${invitationOf(server)}` }, '/call'],
      [{ authorization: `Basic ${token}` }, '/call'],
      [nobody, `/call?token=${token}`],
    ] as const) {
      const body = JSON.stringify({ name: 'settings.change', input: { undoSeconds: 3 } })
      const sent = { method: 'POST', headers: { ...json, ...headers }, body }
      expect((await ask(server, path, sent)).status).toBe(401)
    }
    expect(await call(server, {}, 'settings.get')).toMatchObject({ value: { undoSeconds: 8 } })
  })

  test.each([
    ['pt-BR,pt;q=0.9', 'Este navegador ainda não tem acesso'],
    ['xx,es-CL;q=0.8', 'Este navegador aún no tiene acceso'],
    ['xx', 'This browser doesn’t have access yet'],
  ])('reads why in its language: %s', async (language, sentence) => {
    const headers = { ...nobody, 'accept-language': language }
    expect((await ask(await openWeb(), '/door', { headers })).text).toContain(sentence)
  })
})

describe('guesses, up to 10,000', () => {
  test('of a token let nobody in and are limited, and a screen is answered', async () => {
    const server = await openWeb()
    const screen = await openBrowser(server)
    const statuses = new Map<number, number>()
    for (let guess = 0; guess < guesses; guess++) {
      const headers = { authorization: `Bearer ${madeUp(guess)}` }
      const { status } = await ask(server, '/first', { headers })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 429])
    expect(statuses.get(429)).toBeGreaterThan(guesses / 2)
    expect(await call(server, screen, 'status.get')).toMatchObject({ ok: true })
  })

  test('of the key let nobody in, and the start link still works', async () => {
    const server = await openWeb()
    const statuses = new Set<number>()
    for (let guess = 0; guess < guesses; guess++)
      statuses.add((await showKey(server, madeUp(guess))).status)
    expect([...statuses].toSorted()).toEqual([401, 429])
    expect((await showKey(server, invitationOf(server))).status).toBe(200)
  })
})

describe('a browser', () => {
  test('gets its token by the start link, once, and no cookie is set', async () => {
    const server = await openWeb()
    const first = await showKey(server, invitationOf(server))
    expect(first.status).toBe(200)
    expect((JSON.parse(first.text) as { token: string }).token).toMatch(/^[\w-]{43}$/)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(await call(server, headersWith(first), 'status.get')).toMatchObject({ ok: true })
    expect(await showKey(server, invitationOf(server))).toMatchObject({ status: 401 })
    for (const path of ['/', '/door', '/door.js', '/first', '/events-not-there', '/pictures/x'])
      expect((await ask(server, path)).headers['set-cookie'], path).toBeUndefined()
    expect(first.headers['set-cookie']).toBeUndefined()
  })

  test('gets one by the key of scripts any number of times', async () => {
    const server = await openWeb()
    for (const browser of [await openBrowser(server), await openBrowser(server)])
      expect(await call(server, browser, 'status.get')).toMatchObject({ ok: true })
  })

  test.each(['', 'a', 'a'.repeat(1_000)])('gets none by %j', async (key) => {
    expect(await showKey(await openWeb(), key)).toMatchObject({ status: 401, text: 'not let in' })
  })

  test('of another site cannot show a key', async () => {
    const server = await openWeb()
    for (const origin of ['http://evil.example', 'http://127.0.0.1:1', 'null']) {
      const headers = { authorization: `Bearer ${keyOf(server)}`, origin }
      expect((await ask(server, '/key', { method: 'POST', headers })).status).toBe(403)
    }
  })
})

describe('a screen that a manager removes', () => {
  async function withGrill() {
    const server = await openWeb()
    const [office, grill] = [await openBrowser(server), await openBrowser(server)]
    const { value } = (await call(server, grill, 'screens.get')) as { value: Screens }
    const remove = () => call(server, office, 'screens.forget', { screenId: value.own.id })
    return { server, office, grill, remove }
  }

  test('has its stream closed within a second, and its requests are refused', async () => {
    const { server, office, grill, remove } = await withGrill()
    const [closed, other] = [await listen(server, grill), await listen(server, office)]
    const from = performance.now()
    expect(await remove()).toEqual(ok(null))
    await closed.ended
    expect(performance.now() - from).toBeLessThan(1_000)
    for (const path of ['/first', '/events'])
      expect((await ask(server, path, { headers: grill })).status).toBe(401)
    await call(server, office, 'settings.change', { undoSeconds: 3 })
    await expect
      .poll(() => other.events)
      .toContainEqual(expect.objectContaining({ type: 'settings.changed' }))
  })

  test('can’t remove others without the manager’s role', async () => {
    const { server, office, grill } = await withGrill()
    await call(server, office, 'screens.setPin', { pin: '4821' })
    const { value } = (await call(server, office, 'screens.get')) as { value: Screens }
    const asked = { screenId: value.own.id }
    expect(await call(server, grill, 'screens.forget', asked)).toEqual(fail('not-allowed'))
    expect(await call(server, office, 'status.get')).toMatchObject({ ok: true })
  })
})

/** What a web shell opens on `folder`. */
function openDoor(folder: string, port = 4_000) {
  const onEnd = vi.fn<(screenId: string) => void>()
  const door = new LocalDoor(folder, port, onEnd)
  const key = readFileSync(door.key.file, 'utf8').trim()
  const letIn = (): string => `Bearer ${door.letIn(`Bearer ${key}`) ?? ''}`
  return { door, key, letIn, onEnd }
}

describe('what is kept', () => {
  test('a browser stays known over a restart; keys do not', () => {
    const folder = temporaryFolder()
    const before = openDoor(folder)
    const token = before.door.letIn(`Bearer ${before.door.key.invitation}`) ?? ''
    const screenId = before.door.screenOf(`Bearer ${token}`)
    expect(screenId).toMatch(/^[\da-f]{24}$/)
    const after = openDoor(folder)
    expect(after.door.screenOf(`Bearer ${token}`)).toBe(screenId)
    for (const old of [before.key, before.door.key.invitation]) {
      expect(after.door.screenOf(`Bearer ${old}`)).toBeNull()
      expect(after.door.letIn(`Bearer ${old}`)).toBeNull()
    }
  })

  test('of a token only its hash is in the folder', () => {
    const folder = temporaryFolder()
    const [, token = ''] = openDoor(folder).letIn().split(' ')
    const text = readFileSync(join(folder, 'web-browsers.json'), 'utf8')
    expect(text).not.toContain(token)
    expect(text).toMatch(/"tokenHash":"[\da-f]{64}"/)
    const [, hash = ''] = /"tokenHash":"(\w+)"/.exec(text) ?? []
    expect(openDoor(folder).door.screenOf(`Bearer ${hash}`)).toBeNull()
  })

  test('a token is worth nothing at an address that the screens have left', () => {
    const folder = temporaryFolder()
    const authorization = openDoor(folder, 4_000).letIn()
    expect(openDoor(folder, 4_001).door.screenOf(authorization)).toBeNull()
  })

  test('a removed screen stays removed after a restart', () => {
    const folder = temporaryFolder()
    const { door, letIn, onEnd } = openDoor(folder)
    const [gone, stays] = [letIn(), letIn()]
    const screenId = door.screenOf(gone) ?? ''
    expect(door.remove(screenId)).toEqual(ok(null))
    expect(door.remove('net-elsewhere')).toEqual(ok(null))
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(screenId)
    for (const each of [door, openDoor(folder).door]) {
      expect(each.screenOf(gone)).toBeNull()
      expect(each.screenOf(stays)).not.toBeNull()
    }
  })

  test('every file can be read only by its owner', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes')
    const folder = temporaryFolder()
    openDoor(folder).letIn()
    for (const file of ['web-key', 'web-browsers.json'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test.each([
    '{"all":true}',
    '["abcdefabcdefabcdefabcdef"]',
    '[{"id":"","tokenHash":"","port":1}]',
  ])('a list that cannot be read lets nobody in and is begun anew: %s', (list) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'web-browsers.json'), list)
    const { door, letIn } = openDoor(folder)
    for (const authorization of ['', 'Bearer ', 'Bearer', undefined])
      expect(door.screenOf(authorization)).toBeNull()
    expect(door.screenOf(letIn())).not.toBeNull()
  })

  test('the browser that was let in longest ago gives way to the hundred and first, and its streams end', () => {
    const { door, letIn, onEnd } = openDoor(temporaryFolder())
    const first = letIn()
    const screenId = door.screenOf(first)
    const others = Array.from({ length: 100 }, letIn)
    expect(door.screenOf(first)).toBeNull()
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(screenId)
    expect(others.every((each) => door.screenOf(each) !== null)).toBe(true)
  })

  test('if nothing can be written, the address still gives access', () => {
    const door = new LocalDoor(join(temporaryFolder(), 'nowhere'), 4_000, () => undefined)
    const token = door.letIn(`Bearer ${door.key.invitation}`)
    expect(door.screenOf(`Bearer ${String(token)}`)).not.toBeNull()
    door.key.close()
  })

  test('the file with the key goes when the web shell ends', () => {
    const { door } = openDoor(temporaryFolder())
    door.key.close()
    expect(() => readFileSync(door.key.file)).toThrow('ENOENT')
  })
})
