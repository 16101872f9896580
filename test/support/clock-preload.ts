import { readFileSync } from 'node:fs'

/**
 * Loaded into an app before anything of its own (`movable-clock.ts`): its wall clock is the machine's plus the milliseconds in a
 * file, read each time that the app asks. Timers and the forward-only clock stay as they are, as where a machine slept.
 */
const file = process.env['KITCHEN_PASS_TEST_CLOCK'] ?? ''
const machineNow = Date.now

Date.now = () => machineNow() + Number(readFileSync(file, 'utf8'))
globalThis.Date = new Proxy(Date, {
  construct: (real, given, newTarget): Date =>
    Reflect.construct(real, given.length === 0 ? [Date.now()] : given, newTarget) as Date,
})
