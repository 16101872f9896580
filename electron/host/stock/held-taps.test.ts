import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { createDialect } from '#platform/dialect.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { busy, lost, openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { decide, stockStateOf } from '#test/support/stock-board.ts'
import { tries } from '#test/support/tries.ts'

const ids = ['P101', 'P102']
const minute = 60_000

const acts = fc.constantFrom<StockAct>(
  { kind: 'out', until: { kind: 'notice' } },
  { kind: 'out', until: { kind: 'hours', hours: 1 } },
  { kind: 'back' },
  { kind: 'count', left: 4 },
)

/**
 * What happens to a request or its answer: `held` and `late` delay the request or the answer until
 * the mode changes, and `cut-after` then loses the answer.
 */
type Line = 'held' | 'late' | 'busy' | 'cut' | 'cut-after' | 'open'

/** Random taps, connection changes and time, also while a request is in flight. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ id: fc.constantFrom(...ids), act: acts }) },
    {
      weight: 4,
      arbitrary: fc.record({
        line: fc.constantFrom<Line>('held', 'held', 'late', 'busy', 'cut', 'cut-after', 'open'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 50, max: 4_000 }) }) },
    { weight: 2, arbitrary: fc.record({ jump: fc.constantFrom(3, 16, 61) }) },
  ),
  { minLength: 6, maxLength: 16 },
)

const isChange = (path: string): boolean => /updateStock|out-of-stock/.test(path)

async function openLine(now: () => number) {
  let line: Line = 'open'
  const instead = (): Answer | undefined =>
    line === 'busy' ? busy : line === 'cut' ? lost : undefined
  const between = await openGoBetween(
    { answer: (path) => (isChange(path) ? instead() : undefined) },
    {},
    { processMs: 5, now },
  )
  const requests = between.hold({ fits: (path) => isChange(path) && line === 'held' })
  const answers = between.hold({
    fits: (path) => isChange(path) && (line === 'late' || line === 'cut-after'),
    when: 'after',
  })
  return {
    between,
    async become(next: Line) {
      const was = line
      line = next
      if (next !== 'late' && next !== 'cut-after')
        await answers.answerAll(was === 'cut-after' ? lost : undefined)
      if (next !== 'held') await requests.answerAll(instead())
    },
  }
}

interface Intent {
  act: StockAct
  /** Epoch milliseconds; Infinity if it has no end. */
  until: number
}

const idOf = (key: string): string => key.slice('product:'.length)

/** The stock that the platform should have after an act; null is no restriction. */
const stockAfter = (act: StockAct): number | null =>
  act.kind === 'back' ? null : act.kind === 'count' ? act.left : 0

test.each(['updateStock', 'outOfStock'])(
  'whatever happens while a request is on the wire, the last intent of each item stands unless its time is over: %s',
  async (stockOperation) => {
    const dialect = createDialect({ stockOperation })
    const clock = new FakeClock(new Date().toISOString())
    const { between, become } = await openLine(() => clock.now())
    const { origin } = new URL(between.connection.v3Url)
    const v1Url = `${origin}${new URL(between.practice.v1).pathname}`
    const store = await openTestStore({ clock, between, reach: () => ({ v1Url, dialect }) })
    const { practice } = store
    practice.setReceiver(store.host.webhookUrl)
    const isPast = (intent?: Intent): boolean => intent !== undefined && intent.until <= clock.now()
    let tap = 0
    const set = (id: string, act: StockAct) =>
      store.call('stock.set', { tapId: `tap-${String(++tap)}`, keys: [`product:${id}`], act })
    const states = async () => {
      const board = await store.call('stock.board', {})
      return board.ok ? board.value.states : []
    }
    const timeZone = async () => {
      const board = await store.call('stock.board', {})
      return board.ok ? board.value.timeZone : null
    }
    await expect.poll(timeZone).toBe('America/Santiago')

    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const last = new Map<string, Intent>()
        for (const step of sequence) {
          if ('act' in step) {
            const { id, act } = step
            const isShort = act.kind === 'out' && act.until.kind === 'hours'
            last.set(id, { act, until: isShort ? clock.now() + 60 * minute : Infinity })
            await set(id, act)
          } else if ('pass' in step) await clock.advance(step.pass)
          else if ('jump' in step) {
            clock.sleep(step.jump * minute)
            await clock.advance(11_000)
          } else await become(step.line)
        }
        await become('open')
        const unsettled = async (): Promise<string[]> => {
          await clock.advance(1_000)
          const mine = (await states()).filter(({ key }) => last.has(idOf(key)))
          // Decide as a person would: retry what is undecided, and count again what is too old.
          for (const state of mine) {
            const { key } = state
            if (stockStateOf(state) === 'undecided') await decide(store, [key], 'retry')
            const { act } = last.get(idOf(key)) ?? {}
            if (stockStateOf(state) === 'expired' && act !== undefined) await set(idOf(key), act)
          }
          const status = await store.call('status.get', {})
          const { pending, needsPerson } = status.ok
            ? status.value.outbox
            : { pending: 1, needsPerson: 0 }
          // After the end of an act the platform has the state from before it. An answer may arrive
          // after the list.
          return mine
            .filter(
              (state) => stockStateOf(state) !== 'confirmed' && !isPast(last.get(idOf(state.key))),
            )
            .map((state) => `${state.key} ${String(stockStateOf(state))}`)
            .concat(pending + needsPerson > 0 ? ['the outbox'] : [])
        }
        await expect.poll(unsettled, { interval: 5 }).toEqual([])
        const stock = new Map(practice.stock().map((each) => [each.productExternalId, each.stock]))
        for (const [id, { act, until }] of last)
          if (until > clock.now())
            expect([id, stock.get(id) ?? null]).toEqual([id, stockAfter(act)])
      }),
      { numRuns: tries(12, 500, 30), endOnFailure: true },
    )
  },
)
