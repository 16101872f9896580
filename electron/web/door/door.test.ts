import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, json, keyOf, openWeb } from '#test/support/web-door.ts'
import { call, openBrowser } from '#test/support/web-screen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import type { WebServer } from '../server.ts'
import { createDoorKey } from './door-key.ts'

const nothing = { authorization: '' }
const invitationOf = ({ invitation }: WebServer): string => invitation.split('#key=')[1] ?? ''
const show = (server: WebServer, key: unknown, headers: Record<string, string> = {}) =>
  ask(server, '/key', {
    method: 'POST',
    headers: { ...json, ...nothing, ...headers },
    body: JSON.stringify({ key }),
  })

describe('who was not let in', () => {
  test.each([
    ['GET', '/first'],
    ['GET', '/events'],
    ['GET', '/pictures/product%3AP101'],
    ['GET', '/exports/some.csv'],
    ['GET', '/assets/index-1.js'],
    ['POST', '/call'],
  ])('gets nothing by %s %s', async (method, path) => {
    const server = await openWeb()
    const body = method === 'POST' ? JSON.stringify({ name: 'status.read', input: {} }) : undefined
    const answer = await ask(server, path, {
      method,
      headers: { ...json, ...nothing },
      ...(body !== undefined && { body }),
    })
    expect(answer).toMatchObject({ status: 401, text: 'not let in' })
  })

  test('acts nowhere: not with a cookie of its own making, nor with a key that is none', async () => {
    const server = await openWeb()
    for (const headers of [
      { ...nothing, cookie: `kitchen-pass-screen=${'a'.repeat(32)}` },
      { authorization: `Bearer ${'a'.repeat(43)}` },
      { authorization: `Bearer ${invitationOf(server)}` },
      { authorization: keyOf(server) },
    ]) {
      const body = JSON.stringify({ name: 'settings.change', input: { undoSeconds: 3 } })
      const answer = await ask(server, '/call', {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      })
      expect(answer.status).toBe(401)
    }
    expect(await call(server, {}, 'settings.read')).toMatchObject({ value: { undoSeconds: 8 } })
  })

  test.each([
    ['pt-BR,pt;q=0.9', 'Este navegador ainda não tem acesso'],
    ['de,es-CL;q=0.8', 'Este navegador aún no tiene acceso'],
    ['de', 'This browser is not known here'],
  ])('reads why in its language: %s', async (language, words) => {
    const page = await ask(await openWeb(), '/', {
      headers: { ...nothing, 'accept-language': language },
    })
    expect(page.status).toBe(401)
    expect(page.text).toContain(words)
    expect(page.headers['set-cookie']).toBeUndefined()
  })
})

describe('a browser', () => {
  test('is let in by the address, once, and stays known by its cookie', async () => {
    const server = await openWeb()
    const first = await show(server, invitationOf(server))
    expect(first.status).toBe(204)
    const [set = ''] = first.headers['set-cookie'] ?? []
    expect(set).toContain('HttpOnly; SameSite=Strict')
    const known = { ...nothing, cookie: set.split(';')[0] ?? '' }
    expect(await call(server, known, 'status.read')).toMatchObject({ ok: true })
    expect((await ask(server, '/', { headers: known })).text).toContain('<title>Kitchen Pass')
    expect(await show(server, invitationOf(server))).toMatchObject({ status: 401 })
    expect(await show(server, 'anything', known)).toMatchObject({ status: 204 })
  })

  test('is let in by the key of scripts as often as it is shown', async () => {
    const server = await openWeb()
    for (const browser of [await openBrowser(server), await openBrowser(server)])
      expect(await call(server, browser, 'status.read')).toMatchObject({ ok: true })
  })

  test.each(['', 'a', null, 4, ['key'], 'a'.repeat(1_000)])('is not by %j', async (key) => {
    expect(await show(await openWeb(), key)).toMatchObject({ status: 401, text: 'not a key' })
  })

  test('of another site cannot show a key', async () => {
    const server = await openWeb()
    const answer = await show(server, keyOf(server), { origin: 'http://evil.example' })
    expect(answer.status).toBe(403)
  })
})

describe('what is kept', () => {
  test('a browser stays known over a restart; keys do not', () => {
    const folder = temporaryFolder()
    const before = createDoorKey(folder)
    const [scripts, invitation] = [readFileSync(before.file, 'utf8').trim(), before.invitation]
    const cookie = `kitchen-pass-screen=${before.exchange(invitation, undefined) ?? ''}`
    const after = createDoorKey(folder)
    expect(after.admits({ cookie })).toBe(true)
    expect(after.admits({ authorization: `Bearer ${scripts}` })).toBe(false)
    expect(after.exchange(scripts, undefined)).toBeNull()
    expect(after.exchange(invitation, undefined)).toBeNull()
    const kept = readFileSync(join(folder, 'web-browsers.json'), 'utf8')
    expect(kept).not.toContain(cookie.split('=')[1])
  })

  test('both files are their owner’s alone', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes')
    const folder = temporaryFolder()
    const key = createDoorKey(folder)
    key.exchange(key.invitation, undefined)
    for (const file of [key.file, join(folder, 'web-browsers.json')])
      expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('a list that cannot be read lets nobody in, and is begun anew', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'web-browsers.json'), '{"all":true}')
    const key = createDoorKey(folder)
    expect(key.admits({ cookie: 'kitchen-pass-screen=' })).toBe(false)
    const token = key.exchange(key.invitation, undefined)
    expect(key.admits({ cookie: `kitchen-pass-screen=${token ?? ''}` })).toBe(true)
  })

  test('the browser that was let in longest ago gives way to the hundred and first', () => {
    const key = createDoorKey(temporaryFolder())
    const scripts = readFileSync(key.file, 'utf8').trim()
    const tokens = Array.from({ length: 101 }, () => key.exchange(scripts, undefined) ?? '')
    const known = tokens.map((token) => key.admits({ cookie: `kitchen-pass-screen=${token}` }))
    expect(known.indexOf(true)).toBe(1)
    expect(known.lastIndexOf(false)).toBe(0)
  })

  test('where nothing can be written, the address lets its browser in all the same', () => {
    const key = createDoorKey(join(temporaryFolder(), 'nowhere'))
    const token = key.exchange(key.invitation, undefined)
    expect(key.admits({ cookie: `kitchen-pass-screen=${token ?? ''}` })).toBe(true)
    key.close()
  })

  test('the file with the key goes when the web shell ends', () => {
    const key = createDoorKey(temporaryFolder())
    key.close()
    expect(() => readFileSync(key.file)).toThrow('ENOENT')
  })
})
