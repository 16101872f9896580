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
 * Where the data comes from: `ask` reads everything, and `entries` extracts the named entries from an
 * answer or a change.
 */
interface Source<Whole extends Revised, Change extends Revised, Entry> {
  ask(): Promise<Result<Whole>>
  entries(
    update: Whole | Change,
    before: ReadonlyMap<string, Entry>,
  ): readonly (readonly [string, Entry])[]
  onWhole?(whole: Whole): void
}

/**
 * Follows data of the host by revision: reads everything once, then applies changes; reads
 * everything again if a change was missed.
 */
export function followRevisions<
  Whole extends Revised,
  Change extends Revised & { gone: readonly string[] },
  Entry,
>(source: Source<Whole, Change, Entry>) {
  /** Replaced as a whole with each change, so its contents needn't be reactive. */
  const entries = shallowRef<ReadonlyMap<string, Entry>>(new Map())
  const error = shallowRef<AppError | null>(null)
  const ready = shallowRef(false)

  let revision = 0
  let asking = false
  // Numbers the reads, so that the answer to an older read is ignored.
  let latest = 0
  let meanwhile: Reported<Entry>[] = []

  const read = (update: Whole | Change, gone: readonly string[]): Reported<Entry> => ({
    revision: update.revision,
    entries: source.entries(update, entries.value),
    gone,
  })

  function show(current: Current<Entry>): void {
    revision = current.revision
    entries.value = current.entries
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
    const current = applyChange({ revision, entries: entries.value }, change)
    if (current === null) void refresh()
    else show(current)
  }

  /** The host opened another store: nothing of the last one may stay on the screen. */
  function forget(): void {
    entries.value = new Map()
    error.value = null
    ready.value = false
  }

  return { entries, error, ready, refresh, change, forget }
}
