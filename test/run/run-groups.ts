import { countOf, failedOutside, type Group, type GroupResult } from './result.ts'
import { printGroup, showRunning } from './print.ts'

/** This many failures are no coincidence: the run fails without a second try. */
const mostTriedAgain = 10

async function runGroup(group: Group, running: Map<string, number>): Promise<GroupResult> {
  const startedAt = performance.now()
  running.set(group.name, startedAt)
  const results = await group
    .run()
    .catch((error: unknown) => [
      failedOutside(
        'could not run',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ),
    ])
  running.delete(group.name)
  return { name: group.name, results, seconds: (performance.now() - startedAt) / 1000 }
}

/**
 * Runs the failed tests of a group once more, alone. A test that passes becomes *flaky* and keeps
 * the message of its failure; one that fails again stays failed.
 */
async function runFailedAgain(group: Group, result: GroupResult): Promise<GroupResult> {
  const failed = result.results.filter(({ outcome }) => outcome === 'failed')
  // A run that ended early has no list of its failed tests.
  const isComplete = failed.every(({ file }) => file !== null)
  if (group.runAgain === undefined || !isComplete || failed.length > mostTriedAgain) return result
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

/** Journeys wait much of the time, so with other groups two cores are busy. */
const groupsAtOnce = 2

/**
 * Runs chains of groups, two chains at a time, in order; the groups of a chain run one after the
 * other. Prints a line for each finished group. Failed tests that may be repeated run at the end.
 */
export async function runGroups(chains: readonly (readonly Group[])[]): Promise<GroupResult[]> {
  const running = new Map<string, number>()
  const stopShowing = showRunning(running)
  const tryAgain: { group: Group; result: GroupResult }[] = []
  const ended: GroupResult[] = []
  const runChain = async (chain: readonly Group[]): Promise<void> => {
    for (const group of chain) {
      const result = await runGroup(group, running)
      const failed = countOf(result.results, 'failed') > 0
      if (failed && group.runAgain !== undefined) tryAgain.push({ group, result })
      else {
        ended.push(result)
        printGroup(result)
      }
      if (failed && group.isNeeded === true) return
    }
  }
  const waiting = [...chains]
  const lane = async (): Promise<void> => {
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift())
      await runChain(chain)
  }
  await Promise.all(Array.from({ length: groupsAtOnce }, lane))
  for (const { group, result } of tryAgain) {
    const last = await runFailedAgain(group, result)
    ended.push(last)
    printGroup(last)
  }
  stopShowing()
  return ended
}
