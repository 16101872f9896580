import { shallowRef } from 'vue'
import type { AppError, Result } from '#contract/result.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { applyChange, catchUp, type Known, type Reported } from './revision.ts'

const retryPause = 3_000

/** Something of the host at one revision; `now` is the host's clock (ISO). */
interface Revised {
  revision: number
  now: string
}

/** Where things come from: `ask` for everything, and `things` to find them in an answer or in a change, by name. */
interface Source<Whole extends Revised, Change extends Revised, Thing> {
  ask(): Promise<Result<Whole>>
  things(
    reported: Whole | Change,
    known: ReadonlyMap<string, Thing>,
  ): readonly (readonly [string, Thing])[]
  /** An answer has been taken. */
  onWhole?(whole: Whole): void
}

/** Follows things of the host revision by revision: everything once, then changes; everything again where one was missed. */
export function followRevisions<
  Whole extends Revised,
  Change extends Revised & { gone: readonly string[] },
  Thing,
>(source: Source<Whole, Change, Thing>) {
  /** Replaced as a whole with each change; nothing in it is made reactive. */
  const things = shallowRef<ReadonlyMap<string, Thing>>(new Map())
  /** Why everything could not be asked for. */
  const error = shallowRef<AppError | null>(null)
  const ready = shallowRef(false)

  let revision = 0
  let asking = false
  // Counts what was asked for; an answer to an older asking is not taken.
  let latest = 0
  let meanwhile: Reported<Thing>[] = []

  const read = (reported: Whole | Change, gone: readonly string[]): Reported<Thing> => ({
    revision: reported.revision,
    things: source.things(reported, things.value),
    gone,
  })

  function keep(known: Known<Thing>): void {
    revision = known.revision
    things.value = known.things
  }

  async function ask(round: number): Promise<void> {
    meanwhile = []
    const answer = await source.ask()
    if (round !== latest) return
    if (!answer.ok) {
      error.value = answer.error
      setTimeout(() => void refresh(), retryPause)
      return
    }
    setHostTime(answer.value.now)
    const known = catchUp(read(answer.value, []), meanwhile)
    if (known === null) {
      latest++
      return
    }
    keep(known)
    source.onWhole?.(answer.value)
    error.value = null
    ready.value = true
  }

  /** Asks for everything; changes that arrive meanwhile are applied after it. */
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

  function change(reported: Change): void {
    setHostTime(reported.now)
    const change = read(reported, reported.gone)
    if (asking) {
      meanwhile.push(change)
      return
    }
    const known = applyChange({ revision, things: things.value }, change)
    if (known === null) void refresh()
    else keep(known)
  }

  /** Another store is behind the glass: nothing of the last one may stay on it. */
  function forget(): void {
    things.value = new Map()
    error.value = null
    ready.value = false
  }

  return { things, error, ready, refresh, change, forget }
}
