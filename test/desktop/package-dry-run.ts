import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract, readAsar } from './asar.ts'
import { checkFuses, sentinel, unflipped, expectedFuses } from './fuses.ts'
import { hasElectron, launchDesktop, projectRoot } from './launch.ts'

/*
 * Packs the app as far as it goes without Electron's runtime (`npm run package:check`): electron-builder over a
 * folder that only looks like Electron, then a look at what it made, and a start of what it packed.
 */

function layElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  for (const locale of ['en-US', 'es', 'pt-BR', 'de'])
    writeFileSync(join(folder, 'locales', `${locale}.pak`), '')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(join(folder, name), 'x')
  const wire = Buffer.concat([
    Buffer.from(`binary${sentinel}`),
    Buffer.from([1, unflipped.length]),
    Buffer.from(`${unflipped}rest`),
  ])
  writeFileSync(join(folder, 'electron'), wire, { mode: 0o755 })
}

const updateServer = 'https://updates.test/kitchen-pass'

function pack(electronDist: string, output: string): void {
  const { status } = spawnSync(
    process.execPath,
    [
      join(projectRoot, 'node_modules/electron-builder/cli.js'),
      '--linux',
      'dir',
      '--x64',
      '--publish=never',
      `-c.electronDist=${electronDist}`,
      `-c.directories.output=${output}`,
      // As the release workflow gives it.
      '-c.publish.provider=generic',
      `-c.publish.url=${updateServer}`,
    ],
    { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  assert.equal(status, 0, 'electron-builder failed')
}

function checkFiles(files: Map<string, Buffer>): void {
  for (const name of files.keys()) {
    assert.match(
      name,
      /^(package\.json|out\/(main|preload|renderer)\/.+)$/,
      'does not belong in the package',
    )
    assert.doesNotMatch(name, /\.(map|ts|vue)$/, 'source in the package')
  }
  for (const name of [
    'package.json',
    'out/main/index.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ]) {
    assert.ok(files.has(name), `${name} is missing`)
  }
  for (const [name, content] of files) {
    if (name.endsWith('.js'))
      assert.ok(!content.includes(projectRoot), `${name} names this machine`)
  }
}

async function checkStart(files: Map<string, Buffer>, folder: string): Promise<void> {
  const appFolder = join(folder, 'app')
  extract(files, appFolder)
  const userDataDir = join(folder, 'user')
  mkdirSync(userDataDir)
  const { app, page } = await launchDesktop({ userDataDir, appFolder })
  const answer = await page.evaluate<{ ok: boolean }>(`kitchenBridge.call('status.get', {})`)
  assert.ok(answer.ok, 'the packed app does not answer')
  await app.close()
}

const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-package-'))
try {
  layElectron(join(folder, 'electron'))
  pack(join(folder, 'electron'), join(folder, 'dist'))
  const packed = join(folder, 'dist/linux-unpacked')
  checkFuses(readFileSync(join(packed, 'kitchen-pass')))
  const files = readAsar(join(packed, 'resources/app.asar'))
  const updates = readFileSync(join(packed, 'resources/app-update.yml'), 'utf8')
  assert.ok(updates.includes(`url: ${updateServer}\n`), 'the app doesn’t know the update server')
  checkFiles(files)
  await checkStart(files, folder)
  const kilobytes = Math.round(
    [...files.values()].reduce((sum, { length }) => sum + length, 0) / 1024,
  )
  process.stdout.write(
    `package: ${files.size} files, ${kilobytes} kB, ${expectedFuses.length} fuses, starts on ${hasElectron ? 'Electron' : 'the stand-in'}\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
