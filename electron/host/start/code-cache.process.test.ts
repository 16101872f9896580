import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'

const own = (file: string): string => JSON.stringify(join(import.meta.dirname, file))

/** A program that caches its compiled code, reports that, and runs until it is killed. */
async function startProgram(dataDir: string): Promise<string> {
  const program = `
    import { enableCodeCache } from ${own('code-cache.ts')}
    enableCodeCache(${JSON.stringify(dataDir)})
    const { systemClock } = await import(${own('../clock/clock.ts')})
    setInterval(() => undefined, 1_000)
    console.log(typeof systemClock)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Node would cache it in the folder of the test run.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return output.toString().trim()
}

const files = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []

test('compiled code is stored next to the data, even if the program is killed later', async () => {
  const dataDir = temporaryFolder()
  expect(await startProgram(dataDir)).toBe('object')
  await expect.poll(() => files(join(dataDir, 'compiled')).length).toBeGreaterThan(1)
})

test('without a data folder, nothing is created', async () => {
  const dataDir = join(temporaryFolder(), 'later')
  expect(await startProgram(dataDir)).toBe('object')
  expect(existsSync(dataDir)).toBe(false)
})

test('a folder that cannot be used only costs speed', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'compiled'), 'a file of that name')
  expect(await startProgram(dataDir)).toBe('object')
})
