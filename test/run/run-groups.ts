import { countOf, failedOutside, type Group, type GroupResult } from './result.ts'
import { printGroup, showRunning } from './print.ts'

/** This many failures are no coincidence: the run fails without a second try. */
const maxTriedAgain = 10

async function runGroup(group: Group, running: Map<string, number>): Promise<GroupResult> {
  const startedAt = performance.now()
  running.set(group.name, startedAt)
  const ran = await group.run().catch((error: unknown) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { results: [failedOutside('could not run', message)], cpuSeconds: 0, files: [] }
  })
  running.delete(group.name)
  return { name: group.name, ...ran, seconds: (performance.now() - startedAt) / 1000 }
}

/**
 * Runs the failed tests of a group once more, alone. A test that passes becomes *flaky* and keeps
 * the message of its failure; one that fails again stays failed.
 */
async function runFailedAgain(group: Group, result: GroupResult): Promise<GroupResult> {
  const failed = result.results.filter(({ outcome }) => outcome === 'failed')
  // A run that ended early has no list of its failed tests.
  const isComplete = failed.every(({ file }) => file !== null)
  if (group.runAgain === undefined || !isComplete || failed.length > maxTriedAgain) return result
  const key = ({ file, title }: { file: string | null; title: string }) => `${file ?? ''} ${title}`
  const startedAt = performance.now()
  const again = await group.runAgain(failed)
  const passedNow = new Set(again.filter(({ outcome }) => outcome === 'passed').map(key))
  return {
    ...result,
    seconds: result.seconds + (performance.now() - startedAt) / 1000,
    results: result.results.map((each) =>
      each.outcome === 'failed' && passedNow.has(key(each)) ? { ...each, outcome: 'flaky' } : each,
    ),
  }
}

/** Journeys and tests of processes wait much of the time, so three groups keep two cores busy. */
const groupsAtOnce = 3

/**
 * Runs groups, three at a time: always the first that waits for nothing. Prints a line for each
 * finished group. Failed tests that may be repeated run at the end, alone.
 */
export async function runGroups(groups: readonly Group[]): Promise<GroupResult[]> {
  return new GroupQueue(groups).run()
}

class GroupQueue {
  readonly #waiting: Group[]
  readonly #running = new Map<string, number>()
  readonly #succeeded = new Set<Group>()
  readonly #ended: GroupResult[] = []
  readonly #tryAgain: { group: Group; result: GroupResult }[] = []

  constructor(groups: readonly Group[]) {
    this.#waiting = [...groups]
  }

  async run(): Promise<GroupResult[]> {
    const stopShowing = showRunning(this.#running)
    await this.#startMore()
    for (const { group, result } of this.#tryAgain) this.#end(await runFailedAgain(group, result))
    stopShowing()
    return this.#ended
  }

  /** Fills the free places; resolves when nothing runs any more. */
  async #startMore(): Promise<void> {
    const started: Promise<void>[] = []
    while (this.#running.size < groupsAtOnce) {
      const nth = this.#waiting.findIndex(
        ({ after }) => after === undefined || this.#succeeded.has(after),
      )
      const [group] = nth === -1 ? [] : this.#waiting.splice(nth, 1)
      if (group === undefined) break
      started.push(this.#runOne(group))
    }
    await Promise.all(started)
  }

  async #runOne(group: Group): Promise<void> {
    const result = await runGroup(group, this.#running)
    const failed = countOf(result.results, 'failed') > 0
    if (failed && group.runAgain !== undefined) this.#tryAgain.push({ group, result })
    else this.#end(result)
    if (!failed) this.#succeeded.add(group)
    await this.#startMore()
  }

  #end(result: GroupResult): void {
    this.#ended.push(result)
    printGroup(result)
  }
}
