import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { maxSeconds, runProgram } from './run-program.ts'

/** Starts two programs that never end, the second in a group of its own, as Playwright does. */
const program = `
const { spawn } = require('node:child_process')
const { renameSync, writeFileSync } = require('node:fs')
const forever = (detached) =>
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached, stdio: 'inherit' })
const [file] = process.argv.slice(2)
writeFileSync(file + '.new', JSON.stringify([forever(false).pid, forever(true).pid]))
renameSync(file + '.new', file)
setInterval(() => {}, 1000)
`

/** A process that was killed may stay as a zombie until its parent looks. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')(
  'a program that hangs is ended with its group, also while others hold its output open',
  async () => {
    const folder = temporaryFolder()
    const [script, file] = [join(folder, 'hangs.cjs'), join(folder, 'pids')]
    writeFileSync(script, program)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const running = runProgram({ name: 'hangs', script, args: [file] })
      await expect.poll(() => existsSync(file)).toBe(true)
      const [inGroup = 0, alone = 0] = JSON.parse(readFileSync(file, 'utf8')) as number[]
      expect([inGroup, alone].map(isRunning)).toEqual([true, true])
      vi.advanceTimersByTime(maxSeconds * 1_000)
      expect(await running).toMatchObject({ ok: false, hung: true })
      await expect.poll(() => isRunning(inGroup)).toBe(false)
      process.kill(alone, 'SIGKILL')
    } finally {
      vi.useRealTimers()
    }
  },
)
