import { once } from 'node:events'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { hasSmallDisks, onlyToRead } from '#test/support/small-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, nobody, startWeb, type WebProcess } from '#test/support/web-process.ts'

/** The connection in variables, because the data folder may accept no file. */
const connected = {
  KITCHEN_PASS_V3_URL: nobody.v3,
  KITCHEN_PASS_TOKEN: nobody.token,
  KITCHEN_PASS_STORE: nobody.storeId,
  KITCHEN_PASS_WEBHOOK_TOKEN: nobody.webhookToken,
  KITCHEN_PASS_WEBHOOK_PORT: '0',
}

function begin(dataDir: string, through?: readonly string[]): WebProcess {
  const web = startWeb({
    dataDir,
    connected: null,
    env: connected,
    ...(through === undefined ? {} : { through }),
  })
  onTestFinished(async () => {
    await web.end('SIGKILL')
  })
  return web
}

/** The address that it printed meanwhile. */
async function addressOf(web: WebProcess): Promise<string> {
  const addressLine = /says so at (http:\S+)/
  await expect.poll(() => web.output()).toMatch(addressLine)
  return addressLine.exec(web.output())?.[1] ?? ''
}

const ask = (url: string, language = 'en', headers: Record<string, string> = {}) =>
  fetch(url, {
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language, ...headers },
    redirect: 'manual',
  })

/** A folder with a store's database that nobody has open. */
async function folderWithStore(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder()
  const { kitchen } = await openLoneKitchen(folder, {
    store: { v3Url: nobody.v3, storeId: nobody.storeId },
  })
  await kitchen.close()
  return { folder, file: databaseIn(folder) }
}

test('a folder in the place of the database: a line and a page say what to do, in the reader’s language', async () => {
  const { folder, file } = await folderWithStore()
  rmSync(file)
  mkdirSync(file)
  const web = begin(folder)
  const address = await addressOf(web)
  expect(web.output()).toContain(
    `Kitchen Pass cannot start: A folder has the name of the database (${folder}).`,
  )
  for (const [language, sentence] of [
    ['en-GB', 'move or rename the folder'],
    ['es-MX,en;q=0.5', 'mueve la carpeta'],
    ['xx, en;q=0.3, pt-BR;q=0.8', 'mova ou renomeie a pasta'],
    ['xx', 'move or rename the folder'],
  ] as const) {
    const page = await ask(address, language)
    expect(page.status).toBe(503)
    const html = await page.text()
    expect(html).toContain(sentence)
    expect(html).toContain(folder)
    expect(html).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  // Printed once, after any number of tries.
  expect(web.output().match(/cannot start/g)).toHaveLength(1)
  expect(web.output()).not.toContain('"ui"')
})

test('a database in use: once the other ends, a reload opens the kitchen at the same address', async () => {
  const { folder } = await folderWithStore()
  const other = leaseFolder(folder)
  const web = begin(folder)
  const address = await addressOf(web)
  expect(web.output()).toContain('Kitchen Pass is already open')
  expect(await (await ask(address)).text()).toContain('Another Kitchen Pass on this computer')
  expect(await fetch(`${address}call`, { method: 'POST' })).toMatchObject({ status: 503 })

  other.release()
  const answers = await Promise.all([ask(address), ask(address), ask(address)])
  for (const { status, headers } of answers) {
    // Two of them may already have reached the kitchen's own page.
    expect([303, 200, 401, 403, 404]).toContain(status)
    if (status === 303) expect(headers.get('location')).toBe('/')
  }
  expect((await web.ready).ui).toContain(address)
  expect(await callWeb(address, 'status.get', {})).toMatchObject({ mode: 'store' })
  expect(await web.end('SIGTERM')).toBe(0)
})

test('a file where the folder should be', async () => {
  const path = join(temporaryFolder(), 'data')
  writeFileSync(path, 'a note')
  const web = begin(path)
  const address = await addressOf(web)
  expect(web.output()).toContain('Kitchen Pass can’t create its data folder')
  renameSync(path, `${path}-moved`)
  expect(await ask(address)).toMatchObject({ status: 303 })
  await web.ready
})

test('a folder that can only be read', async ({ skip }) => {
  skip(!hasSmallDisks(), 'no file system can be mounted here')
  const { folder } = await folderWithStore()
  const web = begin(folder, onlyToRead(folder))
  const address = await addressOf(web)
  expect(web.output()).toContain('Kitchen Pass can’t write to its data folder')
  expect(await (await ask(address, 'pt')).text()).toContain('não consegue gravar')
})

test('a folder that others may write in', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root writes where others may not')
  const folder = temporaryFolder()
  chmodSync(folder, 0o500)
  const web = begin(folder)
  await addressOf(web)
  expect(web.output()).toContain('Kitchen Pass can’t write to its data folder')
  chmodSync(folder, 0o700)
  await web.ready
})

test('a port that is in use is reported and ends the service', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const web = startWeb({ dataDir: temporaryFolder(), connected: null, uiPort: String(port) })
  await expect(web.ready).rejects.toThrow('EADDRINUSE')
  expect(await web.end('SIGTERM')).toBe(1)
})

test('another host’s name is not answered', async () => {
  const path = join(temporaryFolder(), 'data')
  writeFileSync(path, 'a note')
  const address = new URL(await addressOf(begin(path)))
  const status = await new Promise((resolve) => {
    request({ host: '127.0.0.1', port: address.port, headers: { host: 'evil.example' } }, (got) => {
      got.resume()
      resolve(got.statusCode)
    }).end()
  })
  expect(status).toBe(421)
})
