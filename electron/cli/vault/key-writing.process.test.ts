import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasSmallDisks, onlyToRead, onSmallDisk } from '#test/support/small-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { KeyVault } from './key-vault.ts'

const modules = JSON.stringify(join(import.meta.dirname, 'key-vault.ts'))

/** Runs code with a key vault in a process of its own; returns what it printed. */
async function runWithVault(
  place: { path: string; dataDir: string },
  code: string,
  through: readonly string[] = [],
): Promise<string> {
  const whole = `const { KeyVault } = await import(${modules})
    const vault = new KeyVault({ ...${JSON.stringify(place)}, passphrase: null, given: {}, report() {} })
    ${code}`
  const [command, ...params] = [...through, process.execPath, '--input-type=module', '-e', whole]
  const child = spawn(command, params)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  await once(child, 'close')
  return output
}

test('programs that write into one file at the same time lose nothing of each other', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'config/keys.json')
  const places = Array.from({ length: 3 }, (_, nth) => ({
    path,
    dataDir: join(folder, `data-${String(nth)}`),
  }))
  const code = `for (let round = 0; round < 10; round++)
    for (const name of ['platform-token', 'webhook-token'])
      await vault.write(name, name + String(round))
    console.log(vault.weakness)`
  const outputs = await Promise.all(places.map((place) => runWithVault(place, code)))
  expect(new Set(outputs)).toEqual(new Set(['null\n']))
  for (const place of places) {
    const vault = new KeyVault({
      ...place,
      passphrase: null,
      given: {},
      report: () => undefined,
    })
    expect(vault.read('platform-token')).toBe('platform-token9')
    expect(vault.read('webhook-token')).toBe('webhook-token9')
  }
})

test('a process that is killed while it writes leaves a whole file', async () => {
  const folder = temporaryFolder()
  const place = { path: join(folder, 'keys.json'), dataDir: join(folder, 'data') }
  const open = () =>
    new KeyVault({ ...place, passphrase: null, given: {}, report: () => undefined })
  for (let round = 0; round < 20; round++)
    await runWithVault(
      place,
      `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${String(round)})
       for (let nth = 0; ; nth++) {
         await vault.write('platform-token', 'a'.repeat(4000))
         await new Promise((turn) => setImmediate(turn))
       }`,
    )
  expect(open().weakness).toBeNull()
  expect(open().read('platform-token')).toBe('a'.repeat(4000))
})

test('in a folder that can only be read it says so, and what is there still holds', async ({
  skip,
}) => {
  skip(!hasSmallDisks(), 'no file system can be mounted here')
  const folder = temporaryFolder()
  const place = { path: join(folder, 'config/keys.json'), dataDir: join(folder, 'data') }
  await runWithVault(place, `await vault.write('platform-token', 'stored')`)
  const before = readFileSync(place.path)
  const output = await runWithVault(
    place,
    `console.log(vault.weakness, vault.read('platform-token'))
     await vault.write('platform-token', 'typed')
     console.log(vault.weakness, vault.read('platform-token'))`,
    onlyToRead(join(folder, 'config')),
  )
  expect(output).toBe('not-writable stored\nnot-writable typed\n')
  expect(readFileSync(place.path)).toEqual(before)
})

test('on a full disk the file stays whole, and a key is stored once there is room', async ({
  skip,
}) => {
  skip(!hasSmallDisks(), 'no file system can be mounted here')
  const folder = temporaryFolder()
  const place = { path: join(folder, 'config/keys.json'), dataDir: join(folder, 'data') }
  mkdirSync(join(folder, 'config'))
  const support = JSON.stringify(join(import.meta.dirname, '../../../test/support/small-disk.ts'))
  const output = await runWithVault(
    place,
    `const { fillUp } = await import(${support})
     await vault.write('platform-token', 'stored')
     const makeRoom = fillUp(${JSON.stringify(join(folder, 'config'))})
     await vault.write('platform-token', 'typed')
     const open = () => new KeyVault({ ...${JSON.stringify(place)}, passphrase: null, given: {}, report() {} })
     console.log(vault.weakness, vault.read('platform-token'), open().read('platform-token'))
     makeRoom()
     await vault.write('webhook-token', 'later')
     console.log(vault.weakness, open().read('platform-token'), open().read('webhook-token'))`,
    onSmallDisk(join(folder, 'config'), 'size=64k'),
  )
  expect(output).toBe('not-writable typed stored\nnull typed later\n')
})
