import { readFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type * as Os from 'node:os'

/**
 * Loaded into an app before anything of its own (`movable-clock.ts`): its wall clock is the machine's plus the milliseconds in a
 * file, read each time that the app asks. What it moves by later is a sleep of the machine: timers stand still meanwhile, and
 * the system's uptime, which counts sleep, goes on.
 */
const file = process.env['KITCHEN_PASS_TEST_CLOCK'] ?? ''
const machineNow = Date.now

const offset = (): number => Number(readFileSync(file, 'utf8'))

Date.now = () => machineNow() + offset()
globalThis.Date = new Proxy(Date, {
  construct: (real, given, newTarget): Date =>
    Reflect.construct(real, given.length === 0 ? [Date.now()] : given, newTarget) as Date,
})

const os = createRequire(import.meta.url)('node:os') as { uptime: typeof Os.uptime }
const machineUptime = os.uptime
const offsetAtStart = offset()
os.uptime = () => machineUptime() + (offset() - offsetAtStart) / 1_000
syncBuiltinESMExports()
