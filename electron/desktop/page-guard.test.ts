import { describe, expect, it } from 'vitest'
import { messageLink } from '#contract/reservations/message-link.ts'
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

const sms = messageLink('sms', '+56912345678', 'Hola Ana')
const whatsapp = messageLink('whatsapp', '+56912345678', 'Hola Ana')
const notMessages = [
  ...[sms, whatsapp].flatMap((link) => [
    ...wrappings.map((wrapping) => wrapping + link),
    // At the end, a space or hyphens are more of the message.
    ...wrappings.flatMap((one) => (['%20', '--'].includes(one) ? [] : [link + one])),
    ...wrappings.map((wrapping) => link.replace('569', `569${wrapping}`)),
    ...wrappings.map((wrapping) => link.replace('?', `${wrapping}?`)),
    link.toUpperCase(),
    link.replace('Hola%20Ana', ''),
    link.replace('%20', ' '),
    link.replace('%20', '+'),
    // Another writing of a letter, half of one, and what no message has.
    ...['%41', '%2e', '%C3', '%ED%A0%80', '%00', '%0D%0A', '%1B', '%C2%85', '%', '%2', '%zz'].map(
      (code) => link.replace('Ana', code),
    ),
    link.replace('Ana', 'a'.repeat(2_000)),
    `${link}&to=+15550100`,
    `${link}&body=x`,
    `${link}#x`,
    link.replace('56912345678', '0912345678'),
    link.replace('56912345678', '569'),
    link.replace('56912345678', '5691234567890123'),
    link.replace('56912345678', ''),
    link.replace('56912345678', '569１２３４５６７８'),
    link.replace('?', '??'),
    link.replace('?', ''),
  ]),
  ...[
    'sms:',
    'sms:?&body=x',
    'sms:+56912345678',
    'sms:+56912345678?body=x',
    'sms:56912345678?&body=x',
  ],
  ...['sms://+56912345678?&body=x', 'sms:+56912345678,+56987654321?&body=x', 'sms:open?&body=x'],
  ...['smsto', 'mms', 'tel', 'whatsapp', 'imessage', 'file', 'javascript', 'ms-msdt'].map(
    (scheme) => sms.replace('sms', scheme),
  ),
  ...['http:', 'whatsapp:', 'file:', ''].map((scheme) => whatsapp.replace('https:', scheme)),
  ...[
    ...[
      'wa.me.',
      'wa.me.evil.example',
      'evil-wa.me',
      'wa.me@evil.example',
      'user@wa.me',
      'wa.me:443',
    ],
    ...[
      'WA.ME',
      'wа.me',
      'evil.example/wa.me',
      'api.whatsapp.com',
      'www.wa.me',
      'wa.me\\@evil.example',
    ],
  ].map((name) => whatsapp.replace('wa.me', name)),
  ...['/', '/?text=x', '/message/ABC?text=x', '/56912345678', '/56912345678/?text=x'].map(
    (path) => `https://wa.me${path}`,
  ),
  ...['/+56912345678?text=x', '/56912345678?text=x&app=y', '/56912345678?x=y&text=x'].map(
    (path) => `https://wa.me${path}`,
  ),
]

describe('messages to guests', () => {
  it('are opened as the page writes them', () => {
    const text = 'Mañana, ¿sí? & # + % 🙂\nun abrazo'
    const links = (['sms', 'whatsapp'] as const).map((channel) =>
      messageLink(channel, '+56912345678', text),
    )
    expect([sms, whatsapp, ...links].filter((url) => !isExternalPage(url))).toEqual([])
  })

  it('are opened in none of 200 other writings', () => {
    expect(new Set(notMessages).size).toBeGreaterThanOrEqual(200)
    expect(notMessages.filter(isExternalPage)).toEqual([])
  })
})

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
