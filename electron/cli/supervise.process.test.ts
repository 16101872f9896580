import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reservedPort } from '#test/support/reserved-port.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, readAddresses, webBundle } from '#test/support/web-process.ts'

function start(script: string, flags: string[]) {
  const program = join(temporaryFolder(), 'program.mjs')
  const module = JSON.stringify(join(import.meta.dirname, 'supervise.ts'))
  writeFileSync(
    program,
    `import { Supervisor } from ${module}
     new Supervisor(${JSON.stringify(script)}, ${JSON.stringify(flags)}).run()`,
  )
  const parent = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  parent.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  parent.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const gone = once(parent, 'exit') as Promise<[number | null]>
  onTestFinished(() => void parent.kill('SIGKILL'))
  return {
    parent,
    gone,
    out: () => stdout,
    err: () => stderr,
    /** The screens' address printed by each start. */
    addresses: () =>
      stdout
        .split('\n')
        .filter((line) => line.includes('"ui"'))
        .map((line) => readAddresses(line).ui),
  }
}

function scriptOf(code: string): string {
  const file = join(temporaryFolder(), 'child.mjs')
  writeFileSync(file, code)
  return file
}

/** The web shell, which first prints its process id, so that the test can kill it. */
const named = (): string =>
  scriptOf(
    `process.stderr.write(JSON.stringify({ pid: process.pid }) + '\\n')
     await import(${JSON.stringify(webBundle)})`,
  )
const pidOf = (text: string): number[] =>
  [...text.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid))

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a web shell that is killed is there again, at the same address and with its orders', async () => {
  const dataDir = temporaryFolder()
  const supervisor = start(named(), ['--data', dataDir, '--ui-port', String(await reservedPort())])
  await expect.poll(supervisor.addresses).toHaveLength(1)
  const [address = ''] = supervisor.addresses()
  await callWeb(address, 'settings.change', { undoSeconds: 13 })
  process.kill(pidOf(supervisor.err())[0] ?? 0, 'SIGKILL')
  await expect.poll(supervisor.addresses).toEqual([address, address])
  expect(supervisor.err()).toContain('Kitchen Pass ended by SIGKILL; it starts again in 0.5 s.')
  expect(await callWeb(address, 'status.get', {})).toMatchObject({ mode: 'practice' })

  // A clean exit ends both.
  const [, child = 0] = pidOf(supervisor.err())
  supervisor.parent.kill('SIGTERM')
  expect(await supervisor.gone).toEqual([0, null])
  expect(isThere(child)).toBe(false)
})

test('a web shell whose supervisor is killed ends as well', async () => {
  const supervisor = start(named(), [
    '--data',
    temporaryFolder(),
    '--ui-port',
    String(await reservedPort()),
  ])
  await expect.poll(supervisor.addresses).toHaveLength(1)
  const [child = 0] = pidOf(supervisor.err())
  supervisor.parent.kill('SIGKILL')
  await expect.poll(() => isThere(child)).toBe(false)
})

test('a program that always crashes is started five times, and its last output is shown', async () => {
  const entry = scriptOf(
    `console.log('here')
     console.error('no oven found')
     process.exit(3)`,
  )
  const supervisor = start(entry, [])
  expect(await supervisor.gone).toEqual([1, null])
  expect(supervisor.out()).toBe('here\n'.repeat(5))
  expect(supervisor.err()).toMatch(
    /ended 5 times within five minutes, the last time by code 3.*\nno oven found\n$/s,
  )
})

test('flags that cannot be read are reported once', async () => {
  const supervisor = start(webBundle, ['--no-such-flag'])
  expect(await supervisor.gone).toEqual([2, null])
  expect(supervisor.err().match(/no-such-flag/g)).toHaveLength(1)
})

test('an error that nobody caught closes calmly, and it starts again', async () => {
  const dataDir = temporaryFolder()
  const entry = scriptOf(
    `import { existsSync } from 'node:fs'
     await import(${JSON.stringify(webBundle)})
     // Only in the first run.
     if (!existsSync(${JSON.stringify(join(dataDir, 'again'))}))
       setTimeout(() => { Promise.reject(new Error('planned')) }, 1_000)`,
  )
  const supervisor = start(entry, ['--data', dataDir, '--ui-port', String(await reservedPort())])
  await expect.poll(supervisor.err).toContain('ended by code 70')
  writeFileSync(join(dataDir, 'again'), '')
  expect(supervisor.err()).toContain('planned')
  const starts = (): number => supervisor.out().split('\n').length - 1
  await expect.poll(starts).toBeGreaterThan(1)
})
