import { shallowRef } from 'vue'
import type { AppError, Result } from '#contract/shared/result.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { applyChange, catchUp, type Current, type Reported } from './revision.ts'

const retryPause = 3_000

/** A message of the host with its revision; `now` is the host's clock (ISO). */
interface Revised {
  revision: number
  now: string
}

/**
 * Where the data comes from: `ask` reads everything, and `things` extracts the named things from an
 * answer or a change.
 */
interface Source<Whole extends Revised, Change extends Revised, Thing> {
  ask(): Promise<Result<Whole>>
  things(
    update: Whole | Change,
    before: ReadonlyMap<string, Thing>,
  ): readonly (readonly [string, Thing])[]
  onWhole?(whole: Whole): void
}

/**
 * Follows data of the host by revision: reads everything once, then applies changes; reads
 * everything again if a change was missed.
 */
export function followRevisions<
  Whole extends Revised,
  Change extends Revised & { gone: readonly string[] },
  Thing,
>(source: Source<Whole, Change, Thing>) {
  /** Replaced as a whole with each change, so its contents needn't be reactive. */
  const things = shallowRef<ReadonlyMap<string, Thing>>(new Map())
  const error = shallowRef<AppError | null>(null)
  const ready = shallowRef(false)

  let revision = 0
  let asking = false
  // Numbers the reads, so that the answer to an older read is ignored.
  let latest = 0
  let meanwhile: Reported<Thing>[] = []

  const read = (update: Whole | Change, gone: readonly string[]): Reported<Thing> => ({
    revision: update.revision,
    things: source.things(update, things.value),
    gone,
  })

  function show(current: Current<Thing>): void {
    revision = current.revision
    things.value = current.things
  }

  async function ask(round: number): Promise<void> {
    meanwhile = []
    const answer = await source.ask()
    if (round !== latest) return
    if (!answer.ok) {
      error.value = answer.error
      // The role of a screen changes by an event, and everything is read again.
      if (answer.error.code !== 'not-allowed') setTimeout(() => void refresh(), retryPause)
      return
    }
    setHostTime(answer.value.now)
    const current = catchUp(read(answer.value, []), meanwhile)
    if (current === null) {
      latest++
      return
    }
    show(current)
    source.onWhole?.(answer.value)
    error.value = null
    ready.value = true
  }

  /** Reads everything; changes that arrive meanwhile are applied afterwards. */
  async function refresh(): Promise<void> {
    latest++
    if (asking) return
    asking = true
    let round: number
    do {
      round = latest
      await ask(round)
    } while (round !== latest)
    asking = false
  }

  function change(update: Change): void {
    setHostTime(update.now)
    const change = read(update, update.gone)
    if (asking) {
      meanwhile.push(change)
      return
    }
    const current = applyChange({ revision, things: things.value }, change)
    if (current === null) void refresh()
    else show(current)
  }

  /** The host opened another store: nothing of the last one may stay on the screen. */
  function forget(): void {
    things.value = new Map()
    error.value = null
    ready.value = false
  }

  return { things, error, ready, refresh, change, forget }
}
