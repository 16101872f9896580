import { readFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type * as Os from 'node:os'

/**
 * Runs in an app before the app's own code (`movable-clock.ts`). Its wall clock is the machine's plus the milliseconds in a
 * file, which is read on every call. When the file changes, the machine seems to have slept: timers and the monotonic clock
 * don't move, the wall clock and the system's uptime do.
 */
const file = process.env['KITCHEN_PASS_TEST_CLOCK'] ?? ''
const machineNow = Date.now

const offset = (): number => Number(readFileSync(file, 'utf8'))

Date.now = () => machineNow() + offset()
globalThis.Date = new Proxy(Date, {
  construct: (real, args, newTarget): Date =>
    Reflect.construct(real, args.length === 0 ? [Date.now()] : args, newTarget) as Date,
})

const os = createRequire(import.meta.url)('node:os') as { uptime: typeof Os.uptime }
const machineUptime = os.uptime
const offsetAtStart = offset()
os.uptime = () => machineUptime() + (offset() - offsetAtStart) / 1_000
syncBuiltinESMExports()
