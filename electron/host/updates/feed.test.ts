import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newerVersion, readFeed, readFeedAddress } from './feed.ts'

/** As electron-builder writes it. */
const feedOf = (version: string): string => `version: ${version}
files:
  - url: kitchen-pass-${version}-win-x64.exe
    sha512: cHVibGlzaGVk
    size: 1234
path: kitchen-pass-${version}-win-x64.exe
sha512: cHVibGlzaGVk
releaseDate: '2026-11-20T15:30:00.000Z'
`

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

const answer =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_message, response) =>
    void response.writeHead(status, headers).end(body)

describe('the version of the feed', () => {
  test.for(['1.2.3', '10.0.0', '1.2.3-beta.4'])('%s', async (version) => {
    const address = await serve(answer(feedOf(version)))
    expect(await readFeed(address, 'stable')).toEqual({ ok: true, value: version })
  })

  test.for([`version: "1.2.3"\n`, `version: '1.2.3'\r\npath: x\r\n`, `a: 1\nversion: 1.2.3`])(
    'may be written as %j',
    async (text) => {
      const address = await serve(answer(text))
      expect(await readFeed(address, 'stable')).toEqual({ ok: true, value: '1.2.3' })
    },
  )

  test('has a file for each channel, and nothing is sent but the request', async () => {
    const asked: unknown[] = []
    const address = await serve(({ method, url, headers }, response) => {
      asked.push([method, url, headers.cookie, headers.authorization])
      response.end(feedOf('1.2.3'))
    })
    await readFeed(address, 'stable')
    await readFeed(address, 'beta')
    expect(asked).toEqual([
      ['GET', '/latest.yml', undefined, undefined],
      ['GET', '/beta.yml', undefined, undefined],
    ])
  })

  test.for([
    ['99.0.0', '99.0.0'],
    ['0.0.1', null],
    ['99.0.0-beta.1', null],
  ] as const)('%s is newer: %s', async ([version, value]) => {
    const address = await serve(answer(feedOf(version)))
    expect(await newerVersion(address)).toEqual({ ok: true, value })
  })
})

describe('an answer that is no feed', () => {
  test.for<[string, RequestListener]>([
    ['a sign-in page', answer('<html>version: 1.2.3 sign in</html>', 200)],
    ['an empty file', answer('')],
    ['a JSON file', answer('{"version":"1.2.3"}')],
    ['a list', answer('version: [1.2.3]\n')],
    ['a number', answer('version: 2\n')],
    ['two versions', answer('version: 1.2.3\nversion: 1.2.4\n')],
    ['a version inside something', answer('files:\n  version: 1.2.3\n')],
    ['bytes', answer(Buffer.from([0xff, 0xfe, 0x00, 0x80]))],
    ['a huge file', answer(`${'#'.repeat(70_000)}\n${feedOf('1.2.3')}`)],
    ['no file', answer(feedOf('1.2.3'), 404)],
    ['a redirect without end', answer('', 302, { location: '/latest.yml' })],
    ['a redirect to an unsafe address', answer('', 302, { location: 'http://feed.test/' })],
    ['a redirect to a file', answer('', 302, { location: 'file:///etc/hostname' })],
  ])('%s is unreadable', async ([, listener]) => {
    expect(await readFeed(await serve(listener), 'stable')).toEqual({
      ok: false,
      fault: 'unreadable',
    })
  })

  test('a file without end is not read to the end', async () => {
    let isGone = false
    const address = await serve((_message, response) => {
      response.on('close', () => (isGone = true))
      const more = (): void => {
        while (!isGone && response.write('#'.repeat(10_000)));
        response.once('drain', more)
      }
      more()
    })
    expect(await readFeed(address, 'stable')).toMatchObject({ fault: 'unreadable' })
    await expect.poll(() => isGone).toBe(true)
  })

  test('a redirect on this machine is followed', async () => {
    const address = await serve(({ url = '' }, response) => {
      if (url.startsWith('/new/')) response.end(feedOf('1.2.3'))
      else response.writeHead(302, { location: `/new${url}` }).end()
    })
    expect(await readFeed(address, 'stable')).toEqual({ ok: true, value: '1.2.3' })
  })

  test.for<[string, RequestListener]>([
    ['silent', () => undefined],
    ['slow', (_message, response) => void response.write('version: ')],
    ['broken', answer('', 503)],
    ['cut off', ({ socket }) => void socket.destroy()],
  ])('a %s server counts as out of reach', async ([, listener]) => {
    expect(await readFeed(await serve(listener), 'stable', 300)).toEqual({
      ok: false,
      fault: 'unreachable',
    })
  })
})

test.for([
  ['https://updates.test/kitchen', 'https://updates.test/kitchen/'],
  ['https://updates.test/', 'https://updates.test/'],
  ['http://localhost:8000', 'http://localhost:8000/'],
  ['http://127.0.0.1:8000/feed/', 'http://127.0.0.1:8000/feed/'],
  ['http://updates.test/', null],
  ['ftp://updates.test/', null],
  ['file:///srv/feed', null],
  ['https://name:secret@updates.test/', null],
  ['updates.test', null],
  ['', null],
] as const)('the address “%s” is read as %s', ([typed, address]) => {
  expect(readFeedAddress(typed)).toBe(address)
})
