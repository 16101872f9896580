import { describe, expect, it } from 'vitest'
import { externalPages, isExternalPage } from './page-guard.ts'

const page = 'https://www.electronjs.org/docs/latest/api/safe-storage'
const host = 'www.electronjs.org'
const path = '/docs/latest/api/safe-storage'

const schemes = [
  'http:',
  'HTTPS:',
  'file:',
  'ftp:',
  'javascript:',
  'data:',
  'blob:',
  'about:',
  'app:',
  'ms-msdt:',
  'smb:',
  'search-ms:',
  'vbscript:',
  'ws:',
  'wss:',
  'tel:',
  'mailto:',
  'view-source:',
  'chrome:',
  'intent:',
]
const hosts = [
  `${host}.`,
  `${host}.evil.example`,
  `evil-${host}`,
  `${host}@evil.example`,
  `user@${host}`,
  `user:secret@${host}`,
  `${host}:443`,
  `${host}:8443`,
  host.toUpperCase(),
  host.slice(4),
  `${host}%00.evil.example`,
  `${host}\\@evil.example`,
  `evil.example#${host}`,
  `evil.example?${host}`,
  host.replace('e', 'е'),
  'xn--lectronjs-4ya.org',
  '127.0.0.1',
  '[::1]',
  'localhost',
  '',
]
const paths = [
  '',
  '/',
  `${path}/`,
  `${path}?next=evil`,
  `${path}#evil`,
  `${path}/..`,
  `${path}%2f..`,
  `/..${path}`,
  `/.${path}`,
  `/${path}`,
  path.toUpperCase(),
  `${path};evil`,
  `${path}.html`,
  `${path}\\`,
  `${path}%00`,
]
const wrappings = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '%20',
  '"',
  "'",
  '`',
  '|',
  '&',
  ';',
  '$(x)',
  '<',
  '>',
  '^',
  '*',
  '\\',
  '//',
  '../',
  '--',
  '\u0085',
  '\u2028',
  '%00',
  '%0d%0a',
  '\u00ad',
]
const hostile = [
  ...new Set([
    ...schemes.flatMap((scheme) => [`${scheme}//${host}${path}`, `${scheme}${host}${path}`]),
    ...hosts.map((name) => `https://${name}${path}`),
    ...paths.map((tail) => `https://${host}${tail}`),
    ...wrappings.flatMap((wrapping) => [wrapping + page, page + wrapping]),
    ...wrappings.map((wrapping) => `https://${host}${wrapping}${path}`),
    ...wrappings.map((wrapping) => `https:${wrapping}//${host}${path}`),
    '',
    'https',
    'https://',
    '__proto__',
    'constructor',
    '//www.electronjs.org',
    path,
    'https:///',
  ]),
]

describe('pages outside the app', () => {
  it('opens what is listed', () => {
    expect([...externalPages].every((url) => isExternalPage(url))).toBe(true)
    expect(isExternalPage(page)).toBe(true)
  })

  it('lists nothing but plain https', () => {
    for (const url of externalPages) {
      expect(new URL(url)).toMatchObject({
        protocol: 'https:',
        username: '',
        password: '',
        port: '',
      })
      expect(new URL(url).href).toBe(url)
    }
  })

  it('opens none of 200 hostile URLs', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200)
    expect(hostile.filter(isExternalPage)).toEqual([])
  })
})
