import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { obstacleOf } from '../start/obstacle.ts'
import { leaseFolder } from './folder-lease.ts'

const source = JSON.stringify(join(import.meta.dirname, 'folder-lease.ts'))

/** Starts another program that holds a folder until it is killed. */
async function holdElsewhere(folder: string): Promise<() => Promise<void>> {
  const program = `
    import { leaseFolder } from ${source}
    leaseFolder(${JSON.stringify(folder)})
    setInterval(() => undefined, 1_000)
    console.log('held')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function obstacle(folder: string): string | null {
  try {
    leaseFolder(folder, 0).release()
    return null
  } catch (cause) {
    return obstacleOf(cause)
  }
}

test('a folder that another program holds is in use, and free once that is killed', async () => {
  const folder = temporaryFolder()
  const kill = await holdElsewhere(folder)
  expect(obstacle(folder)).toBe('in-use')
  await kill()
  expect(obstacle(folder)).toBeNull()
})

test('the parts of one program share it, and it is free when the last one lets go', async () => {
  const folder = temporaryFolder()
  const [one, other] = [leaseFolder(folder), leaseFolder(folder)]
  one.release()
  one.release()
  const elsewhere = holdElsewhere(folder)
  other.release()
  const kill = await elsewhere
  expect(obstacle(folder)).toBe('in-use')
  await kill()
})

test('its file is empty, and nobody else may read it; what a disk made of it is no obstacle', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'kitchen-pass.lock')
  writeFileSync(file, 'nonsense that no database begins with'.repeat(40))
  const lease = leaseFolder(folder)
  expect(statSync(file).size).toBe(0)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  lease.release()
  expect(readFileSync(file, 'utf8')).toBe('')
})

test('a folder that is not there is not made', () => {
  expect(() => leaseFolder(join(temporaryFolder(), 'nowhere'))).toThrow('ENOENT')
})
