import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  configureRequestOptions,
  configureRequestUrl,
  HttpExecutor,
  type DownloadOptions,
} from 'builder-util-runtime'
import { NsisUpdater } from 'electron-updater'
import { expect, onTestFinished, test } from 'vitest'
import { noNotes } from '#host/core/updater.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { LibraryUpdater, updateFault } from './library-updater.ts'
import { windowsSignatureFault } from './windows-signature.ts'

// The real library on Node: only the parts that are Electron's or Windows' own are replaced.

const running = '1.0.0'
const publisher = 'CN=Kitchen Pass, O=Kitchen Pass, C=CL'
const installer = Buffer.from('MZ the new version')

/** What Electron's network does for the library. */
class NodeExecutor extends HttpExecutor<ReturnType<typeof request>> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
    return request(options, callback)
  }
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const asked = { headers: options.headers ?? undefined } as RequestOptions
      configureRequestUrl(url, asked)
      configureRequestOptions(asked)
      // Nothing means success.
      const callback = (error?: Error | null): void =>
        error instanceof Error ? reject(error) : resolve(destination)
      this.doDownload(asked, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/** What the library asks for when it installs. */
function provideElectron(): void {
  const { cache, resolve } = createRequire(import.meta.url)
  const path = resolve('electron')
  cache[path] = Object.assign(Object.create(null) as NodeJS.Module, {
    exports: { autoUpdater: new EventEmitter() },
    loaded: true,
  })
  // Without the program that asks for more rights, the next try to start the installer fails too.
  Object.assign(process, { resourcesPath: temporaryFolder() })
}

const feedOf = (version: string, file = installer, url = 'new.exe'): string =>
  JSON.stringify({
    version,
    files: [
      { url, sha512: createHash('sha512').update(file).digest('base64'), size: installer.length },
    ],
  })

interface Signature {
  status: number
  subject: string
}
const good: Signature = { status: 0, subject: publisher }

/** A server that stops in the middle of its answer. */
const stalls = 0

async function openUpdater(
  answers: Record<string, string | Buffer | number>,
  signature = good,
  maxSilentMs = 60_000,
) {
  const asked: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((message, response) => {
    const { pathname } = new URL(message.url ?? '', 'http://feed')
    asked.push(pathname)
    headers.push(message.headers)
    const answer = answers[pathname] ?? 404
    if (answer === stalls) return void response.write('MZ')
    response.statusCode = typeof answer === 'number' ? answer : 200
    response.end(typeof answer === 'number' ? '' : answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const folder = temporaryFolder()
  const config = join(folder, 'app-update.yml')
  writeFileSync(
    config,
    JSON.stringify({
      provider: 'generic',
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      publisherName: [publisher],
      updaterCacheDirName: 'updater',
    }),
  )
  const steps: string[] = []
  const log = createRecordingLog()
  const updater = new LibraryUpdater({
    log,
    running,
    notes: { read: () => noNotes, write: () => undefined },
    maxSilentMs,
    closesFirst: true,
    exit: {
      close: () => Promise.resolve(steps.push('close')),
      relaunch: () => void steps.push('restart'),
    },
    load() {
      const library = new NsisUpdater(null, {
        version: running,
        name: 'kitchen-pass',
        isPackaged: true,
        appUpdateConfigPath: config,
        userDataPath: folder,
        baseCachePath: folder,
        whenReady: () => Promise.resolve(),
        relaunch: () => steps.push('relaunch'),
        quit: () => steps.push('quit'),
        onQuit: () => undefined,
      })
      // The files of Windows have no system in their name.
      const _testOnlyOptions = { platform: 'win32', isUseDifferentialDownload: true }
      Object.assign(library, { httpExecutor: new NodeExecutor(), _testOnlyOptions })
      library.disableDifferentialDownload = true
      library.verifyUpdateCodeSignature = (publishers, file) =>
        windowsSignatureFault(publishers, file, () =>
          Promise.resolve(JSON.stringify({ ...signature, path: file })),
        )
      return Promise.resolve(library)
    },
  })
  return {
    updater,
    asked,
    headers,
    steps,
    log,
    files: () => globSync('updater/pending/*.exe', { cwd: folder }),
    close: () => void server.close(),
  }
}

const newer = { '/latest.yml': feedOf('1.1.0'), '/new.exe': installer }

test('a newer version that we signed is downloaded, with progress, and only asked for', async () => {
  const { updater, asked, headers, files, steps } = await openUpdater(newer)
  expect(await updater.check('stable')).toEqual({ ok: true, value: '1.1.0' })
  expect(asked).toEqual(['/latest.yml'])
  const percents: number[] = []
  expect(await updater.download((percent) => percents.push(percent))).toEqual({
    ok: true,
    value: null,
  })
  expect(files()).toEqual([join('updater', 'pending', 'new.exe')])
  expect(percents.at(-1)).toBe(100)
  // It waits until somebody installs it.
  expect(steps).toEqual([])
  for (const each of headers) {
    expect(each['x-user-staging-id']).toBe('none')
    expect(each['cookie']).toBeUndefined()
  }
})

test.for<[string, Signature]>([
  ['nobody', { status: 2, subject: '' }],
  ['another publisher', { status: 0, subject: 'CN=Kitchen Pass, O=Someone else, C=CL' }],
  ['us, but was changed since', { status: 3, subject: publisher }],
])('an update signed by %s is refused and deleted, and never started', async ([, signature]) => {
  provideElectron()
  const { updater, files, steps } = await openUpdater(newer, signature)
  expect(await updater.check('stable')).toEqual({ ok: true, value: '1.1.0' })
  expect(await updater.download(() => undefined)).toEqual({ ok: false, fault: 'not-signed' })
  expect(files()).toEqual([])
  expect(await updater.install()).toBe('not-started')
  expect(steps).toEqual(['close', 'restart'])
})

test.for([
  ['stable', '0.9.0'],
  ['beta', '0.9.0'],
  ['beta', '1.0.0-beta.9'],
  ['stable', running],
] as const)(
  'on the %s channel %s is nothing new, and can’t be downloaded',
  async ([channel, version]) => {
    const file = channel === 'beta' ? '/beta.yml' : '/latest.yml'
    const { updater, asked, files } = await openUpdater({
      [file]: feedOf(version),
      '/new.exe': installer,
    })
    expect(await updater.check(channel)).toEqual({ ok: true, value: running })
    expect(await updater.download(() => undefined)).toMatchObject({ ok: false })
    expect(asked).toEqual([file])
    expect(files()).toEqual([])
  },
)

test('a file that is not what was published is deleted', async () => {
  const { updater, files } = await openUpdater({
    '/latest.yml': feedOf('1.1.0', Buffer.from('another file')),
    '/new.exe': installer,
  })
  await updater.check('stable')
  expect(await updater.download(() => undefined)).toEqual({ ok: false, fault: 'damaged' })
  expect(files()).toEqual([])
})

test.for<[string, Record<string, string | number>, string]>([
  ['nothing', {}, 'unreadable'],
  ['a web page', { '/latest.yml': '<html>Sign in: to the wifi</html>' }, 'unreadable'],
  ['a broken file', { '/latest.yml': 'version: [1, {' }, 'unreadable'],
  ['no version', { '/latest.yml': feedOf('newest') }, 'unreadable'],
  ['an error', { '/latest.yml': 503 }, 'unreachable'],
])('a server that answers with %s', async ([, answers, fault]) => {
  const { updater } = await openUpdater(answers)
  expect(await updater.check('stable')).toEqual({ ok: false, fault })
})

test('a download that stalls ends, and the next one brings the file', async () => {
  const answers: Record<string, string | Buffer | number> = { ...newer, '/new.exe': stalls }
  const { updater, files } = await openUpdater(answers, good, 1_000)
  await updater.check('stable')
  expect(await updater.download(() => undefined)).toEqual({ ok: false, fault: 'unreachable' })
  answers['/new.exe'] = installer
  await updater.check('stable')
  expect(await updater.download(() => undefined)).toEqual({ ok: true, value: null })
  expect(files()).toEqual([join('updater', 'pending', 'new.exe')])
})

test('a server that is gone', async () => {
  const { updater, close } = await openUpdater(newer)
  close()
  expect(await updater.check('stable')).toEqual({ ok: false, fault: 'unreachable' })
}, 30_000)

test('an installer that can’t start brings the old version back', async () => {
  provideElectron()
  const { updater, steps, files } = await openUpdater(newer)
  await updater.check('stable')
  await updater.download(() => undefined)
  expect(files()).toHaveLength(1)
  // Linux starts no program of Windows.
  expect(await updater.install()).toBe('not-started')
  expect(steps[0]).toBe('close')
  expect(steps).toContain('restart')
})

test.for([
  [{ code: 'ENOSPC', message: 'no space left' }, 'no-room'],
  [{ message: 'net::ERR_INTERNET_DISCONNECTED' }, 'unreachable'],
  [{ message: 'Code signature at URL file:///x did not pass validation' }, 'not-signed'],
  [{ message: 'a bug' }, 'unknown'],
  ['a text', 'unknown'],
] as const)('%o comes to %s', ([cause, fault]) => {
  expect(updateFault(cause)).toBe(fault)
})
