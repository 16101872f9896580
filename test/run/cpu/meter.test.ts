import { expect, test } from 'vitest'
import { CpuMeter } from './meter.ts'
import type { ProcessTimes } from './processes.ts'

const runner: ProcessTimes = { pid: process.pid, parent: 1, startedAt: 1, own: 0, ofEnded: 0 }

const times = (pid: number, parent: number, own: number, ofEnded = 0): ProcessTimes => ({
  pid,
  parent,
  startedAt: pid,
  own,
  ofEnded,
})

/** A meter that sees these samples, one after another. */
function after(...samples: ProcessTimes[][]): CpuMeter {
  let nth = 0
  const meter = new CpuMeter(() => [runner, ...(samples[nth++] ?? [])])
  for (const _ of samples) meter.sample()
  return meter
}

const [program, browser, page] = [1_000_001, 1_000_002, 1_000_003]

test('a program and what it started are added up', () => {
  const meter = after([times(program, process.pid, 2), times(browser, program, 3)])
  expect(meter.under(program)).toBe(5)
  expect(meter.under(browser)).toBe(3)
})

test('what a parent waited for is counted once, and with its last moments', () => {
  const meter = after(
    [times(program, process.pid, 2), times(browser, program, 3)],
    [times(program, process.pid, 2, 3.5)],
  )
  expect(meter.under(program)).toBe(5.5)
})

test('what outlived its parent, or ended with it, is not lost', () => {
  const meter = after(
    [times(program, process.pid, 2), times(browser, program, 3), times(page, browser, 4)],
    // The browser was killed and waited for; its page now belongs to the system.
    [times(program, process.pid, 2, 3), times(page, 1, 4.5)],
    [times(program, process.pid, 2, 3)],
  )
  expect(meter.under(program)).toBe(9.5)
})

test('a child and a grandchild that ended in one moment are in the sum of who waited for both', () => {
  const meter = after(
    [times(program, process.pid, 2), times(browser, program, 3), times(page, browser, 4)],
    [times(program, process.pid, 2, 7)],
  )
  expect(meter.under(program)).toBe(9)
})

test('a program’s own sum stays when it ends, although the runner waited for it', () => {
  const meter = after([times(program, process.pid, 2)], [{ ...runner, ofEnded: 2 }])
  expect(meter.under(program)).toBe(2)
})

test('a new process with an old pid is another one', () => {
  const meter = after(
    [times(program, process.pid, 2)],
    [{ ...times(program, process.pid, 1), startedAt: 7 }],
  )
  expect(meter.under(program)).toBe(3)
})

test.runIf(process.platform === 'linux')('it reads this machine’s processes', () => {
  const meter = new CpuMeter()
  meter.sample()
  const before = meter.under(process.pid)
  const end = process.cpuUsage().user + 50_000
  while (process.cpuUsage().user < end);
  meter.sample()
  expect(meter.under(process.pid)).toBeGreaterThan(before)
})
