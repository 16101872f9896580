import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { root } from '#cli/build.ts'
import { writeFileTime } from './file-times.ts'
import { CpuMeter } from './meter.ts'

/** Each worker writes its pid there, because a reporter knows only its index. */
const folder = join(root, 'test/results/workers')

/** Called in every process that reads the configuration; only workers have an index. */
export function noteWorker(): void {
  const index = process.env['TEST_WORKER_INDEX']
  if (index === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, index), String(process.pid))
}

function pidOfWorker(index: number): number | null {
  try {
    return Number(readFileSync(join(folder, String(index)), 'utf8'))
  } catch {
    return null
  }
}

/**
 * A reporter of Playwright that writes the CPU time of each journey: of its worker, its browser and
 * every app that it starts.
 */
export default class JourneyTimes implements Reporter {
  readonly #meter = new CpuMeter()
  readonly #begun = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  onBegin(): void {
    rmSync(folder, { recursive: true, force: true })
    this.#timer = setInterval(() => {
      this.#meter.sample()
    }, 500)
  }

  onTestBegin({ id }: TestCase, { workerIndex }: TestResult): void {
    this.#begun.set(id, this.#secondsOf(workerIndex))
  }

  onTestEnd(test: TestCase, { workerIndex, status }: TestResult): void {
    if (status === 'skipped') return
    const [, project = '', , ...titles] = test.titlePath()
    writeFileTime({
      file: relative(root, test.location.file).replaceAll('\\', '/'),
      title: [`[${project}]`, ...titles].join(' › '),
      seconds: this.#secondsOf(workerIndex) - (this.#begun.get(test.id) ?? 0),
    })
  }

  onEnd(): void {
    clearInterval(this.#timer)
  }

  printsToStdio(): boolean {
    return false
  }

  #secondsOf(workerIndex: number): number {
    const pid = pidOfWorker(workerIndex)
    if (pid === null) return 0
    this.#meter.sample()
    return this.#meter.under(pid)
  }
}
