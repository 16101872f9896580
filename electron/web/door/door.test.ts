import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, json, keyOf, openWeb } from '#test/support/web-door.ts'
import {
  askForChallenge,
  call,
  makeBrowserKey,
  nobody,
  openBrowser,
  openSession,
  pair,
  type BrowserKey,
} from '#test/support/web-screen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { hostMessages, pageHeader, publicKeyHeader } from '#contract/web-door.ts'
import type { WebServer } from '../server.ts'
import { createLocalDoor, type LocalDoor } from './local-door.ts'
import { isSigned, readPublicKey } from './keys.ts'
import { createChallenges } from './sessions.ts'

const invitationOf = ({ invitation }: WebServer): string => invitation.split('#key=')[1] ?? ''

describe('a browser without access', () => {
  test.each([
    ['GET', '/first'],
    ['GET', '/session'],
    ['GET', '/events'],
    ['GET', '/exports/some.csv'],
    ['POST', '/exports/some.csv'],
    ['POST', '/call'],
  ])('gets nothing by %s %s', async (method, path) => {
    const server = await openWeb()
    const body = method === 'POST' ? JSON.stringify({ name: 'status.read', input: {} }) : undefined
    const answer = await ask(server, path, {
      method,
      headers: { ...json, ...nobody },
      ...(body !== undefined && { body }),
    })
    expect(answer).toMatchObject({ status: 401, text: 'not let in' })
  })

  test('can do nothing: not with a cookie, an invalid key, or a signature with its own key', async () => {
    const server = await openWeb()
    const stranger = makeBrowserKey()
    const { challenge } = await askForChallenge(server)
    for (const headers of [
      { ...nobody, cookie: `kitchen-pass-screen=${'a'.repeat(32)}` },
      { authorization: `Bearer ${'a'.repeat(43)}` },
      { authorization: `Bearer ${invitationOf(server)}` },
      { authorization: keyOf(server) },
      stranger.show(challenge),
    ]) {
      const body = JSON.stringify({ name: 'settings.change', input: { undoSeconds: 3 } })
      const sent = { method: 'POST', headers: { ...json, ...headers }, body }
      expect((await ask(server, '/call', sent)).status).toBe(401)
    }
    expect(await call(server, {}, 'settings.read')).toMatchObject({ value: { undoSeconds: 8 } })
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

describe('a browser', () => {
  test('gets access by the address, once, and no cookie is set', async () => {
    const server = await openWeb()
    const key = makeBrowserKey()
    const first = await pair(server, key, invitationOf(server))
    expect(first.status).toBe(204)
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(await call(server, await openSession(server, key), 'status.read')).toMatchObject({
      ok: true,
    })
    expect(await pair(server, makeBrowserKey(), invitationOf(server))).toMatchObject({
      status: 401,
    })
  })

  test('gets access by the key of scripts any number of times', async () => {
    const server = await openWeb()
    for (const browser of [await openBrowser(server), await openBrowser(server)])
      expect(await call(server, browser, 'status.read')).toMatchObject({ ok: true })
  })

  test.each(['', 'a', 'a'.repeat(1_000)])('is not by %j', async (key) => {
    const answer = await pair(await openWeb(), makeBrowserKey(), key)
    expect(answer).toMatchObject({ status: 401, text: 'not a key' })
  })

  test.each(['', 'A'.repeat(87), `B${'A'.repeat(86)}`, 'B'])(
    'does not spend the address on the public key %j',
    async (publicKey) => {
      const server = await openWeb()
      const broken: BrowserKey = { ...makeBrowserKey(), publicKey }
      expect((await pair(server, broken, invitationOf(server))).status).toBe(401)
      expect((await pair(server, makeBrowserKey(), invitationOf(server))).status).toBe(204)
    },
  )

  test('of another site cannot show a key', async () => {
    const server = await openWeb()
    const { publicKey } = makeBrowserKey()
    const headers = {
      authorization: `Bearer ${keyOf(server)}`,
      [publicKeyHeader]: publicKey,
      origin: 'http://evil.example',
    }
    expect((await ask(server, '/key', { method: 'POST', headers })).status).toBe(403)
  })

  test('that is known makes a new key pair for the next address: a planted key gets no access twice', async () => {
    const server = await openWeb()
    const key = makeBrowserKey()
    expect((await pair(server, key)).status).toBe(204)
    expect((await pair(server, key)).status).toBe(401)
  })
})

/** What `createLocalDoor` gets instead of a web server. */
function openDoor(folder: string, port = 4_000): { door: LocalDoor; key: string } {
  const door = createLocalDoor(folder, port)
  return { door, key: readFileSync(door.key.file, 'utf8').trim() }
}

const letIn = (
  { door, key }: { door: LocalDoor; key: string },
  { publicKey }: BrowserKey,
): boolean => door.letIn({ authorization: `Bearer ${key}`, [publicKeyHeader]: publicKey })

/** What a browser sends when it loads a page. */
const pageLoad = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

const inPage = (door: LocalDoor, headers: IncomingHttpHeaders = pageLoad): string =>
  door.meta(headers).split(' ')[0] ?? ''

const enter = (door: LocalDoor, key: BrowserKey, challenge = inPage(door), page?: string) =>
  door.enter({ ...key.show(challenge), ...(page !== undefined && { [pageHeader]: page }) })

function entered(door: LocalDoor, key: BrowserKey) {
  const opened = enter(door, key)
  if (opened === null || opened === 'stale') throw new Error('not in')
  return opened
}

describe('what another program can catch', () => {
  test('a signed challenge opens one session, and none after a restart', () => {
    const folder = temporaryFolder()
    const before = openDoor(folder)
    const key = makeBrowserKey()
    letIn(before, key)
    const [challenge, stolen] = [inPage(before.door), inPage(before.door)]
    expect(enter(before.door, key, challenge)).toHaveProperty('session')
    expect(enter(before.door, key, challenge)).toBe('stale')
    const after = openDoor(folder)
    expect(enter(after.door, key, stolen)).toBe('stale')
    expect(enter(after.door, key)).toHaveProperty('session')
  })

  test('a session ends with its host', () => {
    const folder = temporaryFolder()
    const { door, key } = openDoor(folder)
    const browser = makeBrowserKey()
    letIn({ door, key }, browser)
    const { session, screenId } = entered(door, browser)
    const shown = `Bearer ${session}`
    expect(door.admit({ headers: { authorization: shown } })).toMatchObject({ screenId })
    expect(openDoor(folder).door.admit({ headers: { authorization: shown } })).toBeNull()
  })

  test('a signature is worthless at an address that the screens have left', () => {
    const folder = temporaryFolder()
    const key = makeBrowserKey()
    letIn(openDoor(folder, 4_000), key)
    expect(enter(openDoor(folder, 4_001).door, key)).toBeNull()
  })

  test('a signature is valid only for its own challenge, and a challenge cannot be invented', () => {
    const opened = openDoor(temporaryFolder())
    const key = makeBrowserKey()
    letIn(opened, key)
    const [one, other] = [inPage(opened.door), inPage(opened.door)]
    const moved = key.show(one).authorization.replace(one, other)
    expect(opened.door.enter({ authorization: moved })).toBeNull()
    for (const made of ['A'.repeat(75), `${one.slice(0, -2)}AA`, `B${one.slice(1)}`])
      expect(enter(opened.door, key, made)).toBe('stale')
  })

  test.each<[string, IncomingHttpHeaders]>([
    ['a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
    ['a program', {}],
  ])('a page that %s asks for has no challenge', (_who, headers) => {
    expect(inPage(openDoor(temporaryFolder()).door, headers)).toBe('none')
  })

  test('a public request opens a session only for a page that had one, also over a restart', () => {
    const folder = temporaryFolder()
    const opened = openDoor(folder)
    const [key, other] = [makeBrowserKey(), makeBrowserKey()]
    letIn(opened, key)
    letIn(opened, other)
    const asked = ({ door }: { door: LocalDoor }): string => door.prove('', undefined).challenge
    expect(enter(opened.door, key, asked(opened))).toBe('stale')
    const { page } = entered(opened.door, key)
    const after = openDoor(folder)
    expect(enter(after.door, key, asked(after), page)).toHaveProperty('session')
    expect(enter(after.door, other, asked(after), page)).toBe('stale')
    expect(enter(after.door, key, asked(after), `B${page.slice(1)}`)).toBe('stale')
    expect(enter(openDoor(temporaryFolder()).door, key, asked(after), page)).toBeNull()
    // The key for scripts is worth as much as a page's session.
    const byScript = after.door.prove('', `Bearer ${after.key}`).challenge
    expect(enter(after.door, key, byScript)).toHaveProperty('session')
  })

  test('a challenge lasts a minute', () => {
    let now = 0
    const challenges = createChallenges(() => now)
    const [first, second] = [challenges.make(), challenges.make()]
    now = 60_000
    expect(challenges.use(first)).toBe(true)
    now = 60_001
    expect(challenges.use(second)).toBe(false)
  })
})

test('the host proves that it is the one whose page it was, over a restart as well', () => {
  const folder = temporaryFolder()
  const [, hostKey = ''] = openDoor(folder).door.meta(pageLoad).split(' ')
  const key = readPublicKey(hostKey)
  if (key === null) throw new Error('no key')
  const { challenge, proof } = openDoor(folder).door.prove('asked', undefined)
  expect(isSigned(hostMessages('asked', challenge), proof, key)).toBe(true)
  expect(isSigned(hostMessages('others', challenge), proof, key)).toBe(false)
  const impostor = openDoor(temporaryFolder()).door.prove('asked', undefined)
  expect(isSigned(hostMessages('asked', impostor.challenge), impostor.proof, key)).toBe(false)
})

describe('what is kept', () => {
  test('a browser stays known over a restart; keys do not', () => {
    const folder = temporaryFolder()
    const before = openDoor(folder)
    const key = makeBrowserKey()
    expect(letIn({ ...before, key: before.door.key.invitation }, key)).toBe(true)
    const after = openDoor(folder)
    expect(enter(after.door, key)).toHaveProperty('session')
    expect(after.door.admit({ headers: { authorization: `Bearer ${before.key}` } })).toBeNull()
    for (const old of [before.key, before.door.key.invitation])
      expect(letIn({ door: after.door, key: old }, makeBrowserKey())).toBe(false)
  })

  test('every file can be read only by its owner', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes')
    const folder = temporaryFolder()
    letIn(openDoor(folder), makeBrowserKey())
    for (const file of ['web-key', 'web-browsers.json', 'web-identity.pem'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test.each(['{"all":true}', '["abcdefabcdefabcdefabcdef"]'])(
    'a list that cannot be read, or is of browsers with a cookie, lets nobody in and is begun anew',
    (list) => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'web-browsers.json'), list)
      const opened = openDoor(folder)
      const key = makeBrowserKey()
      expect(enter(opened.door, key)).toBeNull()
      letIn(opened, key)
      expect(enter(opened.door, key)).toHaveProperty('session')
    },
  )

  test('the browser that was let in longest ago gives way to the hundred and first, and its pages end', () => {
    const opened = openDoor(temporaryFolder())
    const keys = Array.from({ length: 101 }, () => makeBrowserKey())
    const [first] = keys
    if (first === undefined) throw new Error('none')
    letIn(opened, first)
    const { session } = entered(opened.door, first)
    for (const key of keys.slice(1)) letIn(opened, key)
    expect(keys.map((key) => enter(opened.door, key) !== null).indexOf(true)).toBe(1)
    expect(opened.door.admit({ headers: { authorization: `Bearer ${session}` } })).toBeNull()
  })

  test('if nothing can be written, the address still gives access', () => {
    const door = createLocalDoor(join(temporaryFolder(), 'nowhere'), 4_000)
    const key = makeBrowserKey()
    expect(letIn({ door, key: door.key.invitation }, key)).toBe(true)
    expect(enter(door, key)).toHaveProperty('session')
    door.key.close()
  })

  test('the file with the key goes when the web shell ends', () => {
    const { door } = openDoor(temporaryFolder())
    door.key.close()
    expect(() => readFileSync(door.key.file)).toThrow('ENOENT')
  })
})
