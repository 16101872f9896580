import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { contextOf } from '#test/support/context.ts'
import { flipByte } from '#test/support/flip-byte.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { PictureFiles, Pictures } from './pictures.ts'

/** A server of pictures; the content is its address. It counts how often it was asked. */
async function openServer() {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'image/webp' }).end(url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const addresses = { v3Url: `${origin}/v3`, v1Url: null, tabsUrl: null }
  const connection = {
    ...addresses,
    token: 'a-token',
    channelToken: null,
    dialect: createDialect(),
  }
  return { asked, connection, soup: `${origin}/soup` }
}

/** A store's folder, in which the picture of a soup is kept. */
async function withSoup() {
  const { asked, connection, soup } = await openServer()
  const [folder, log] = [temporaryFolder(), createRecordingLog()]
  /** As after a start. */
  const open = (isConnected = true) =>
    new Pictures(contextOf({ folder, log, connection: isConnected ? connection : null }))
  const pictures = join(folder, 'pictures')
  expect(await open().at(soup)).toEqual({ type: 'image/webp', bytes: Buffer.from('/soup') })
  const [name = ''] = readdirSync(pictures)
  return { asked, soup, folder, log, open, pictures, file: join(pictures, name) }
}

test('a picture is fetched once, and kept for a start without a connection', async () => {
  const { asked, soup, open, pictures } = await withSoup()
  const kept = await open(false).at(soup)
  expect(kept).toEqual({ type: 'image/webp', bytes: Buffer.from('/soup') })
  expect(asked).toEqual(['/soup'])
  expect(readdirSync(pictures)).toEqual([expect.stringMatching(/^[\da-f]{32}-[\da-f]{32}\.webp$/)])
})

test.each<[string, (file: string) => void]>([
  ['is gone', (file) => rmSync(file)],
  ['has a changed byte', (file) => flipByte(file, 2)],
  ['was cut off', (file) => truncateSync(file, 3)],
  [
    'is a folder',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
  ],
  [
    'is a link to the same picture',
    (file) => {
      renameSync(file, `${file}-moved`)
      symlinkSync(`${file}-moved`, file)
    },
  ],
])('a picture whose file %s is fetched again, and is whole again', async (_how, harm) => {
  const { asked, soup, open, file } = await withSoup()
  harm(file)
  expect(await open(false).at(soup)).toBeNull()
  expect((await open().at(soup))?.bytes).toEqual(Buffer.from('/soup'))
  expect(asked).toEqual(['/soup', '/soup'])
  expect(readFileSync(file, 'utf8')).toBe('/soup')
  expect(await open(false).at(soup)).not.toBeNull()
})

test('a disk that takes no picture is in the log, and the picture is shown', async () => {
  const { soup, log, open, pictures } = await withSoup()
  rmSync(pictures, { recursive: true })
  writeFileSync(pictures, 'a file with that name')
  expect((await open().at(soup))?.bytes).toEqual(Buffer.from('/soup'))
  expect(log.text()).toContain('picture not kept')
})

test('what comes after the store has closed is not written', async () => {
  const { soup, open, pictures, file } = await withSoup()
  rmSync(file)
  const closing = open()
  const asked = closing.at(soup)
  closing.close()
  expect((await asked)?.bytes).toEqual(Buffer.from('/soup'))
  expect(readdirSync(pictures)).toEqual([])
})

test('500 are kept, the oldest is deleted first; what isn’t ours stays, what a crash left doesn’t', async () => {
  const folder = temporaryFolder()
  const files = new PictureFiles(folder)
  const addresses = Array.from(
    { length: 501 },
    (_each, nth) => `https://menu.example/${String(nth)}`,
  )
  const picture = (url: string) => ({ type: 'image/png', bytes: Buffer.from(url) })
  for (const url of addresses) await files.save(url, picture(url))
  expect(readdirSync(folder)).toHaveLength(500)
  expect(await files.read(addresses[0] ?? '')).toBeNull()
  expect(await files.read(addresses[1] ?? '')).toEqual(picture(addresses[1] ?? ''))

  const [some = ''] = readdirSync(folder)
  for (const name of ['soup.png', `${some}.svg`, `${some}.new`])
    writeFileSync(join(folder, name), 'x')
  const again = new PictureFiles(folder)
  await again.save('https://menu.example/new', picture('new'))
  expect(await again.read(addresses[1] ?? '')).toBeNull()
  expect(await again.read(addresses[2] ?? '')).toEqual(picture(addresses[2] ?? ''))
  const names = readdirSync(folder)
  expect(names).toHaveLength(502)
  expect(names).toEqual(expect.arrayContaining(['soup.png', `${some}.svg`]))
})
