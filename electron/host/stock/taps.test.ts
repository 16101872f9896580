import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { decide, stockStateOf } from '#test/support/stock-board.ts'
import { tries } from '#test/support/tries.ts'

const ids = ['P101', 'P102', 'P103']

const acts = fc.constantFrom<StockAct>(
  { kind: 'out', until: { kind: 'notice' } },
  { kind: 'back' },
  { kind: 'count', left: 4 },
  { kind: 'count', left: 9 },
)
const trouble = fc.constantFrom('drop-before-effect', 'drop-after-effect', 'status', 'none')

/** Random taps, connection trouble and time, in any order. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ id: fc.constantFrom(...ids), act: acts }) },
    { weight: 1, arbitrary: fc.record({ trouble }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 50, max: 4_000 }) }) },
  ),
  { minLength: 1, maxLength: 14 },
)

/** The stock that the platform should have after an act; null is no restriction. */
const stockAfter = (act: StockAct): number | null =>
  act.kind === 'back' ? null : act.kind === 'count' ? act.left : 0

test('any sequence of taps, with any trouble in between, ends in the last intent of each item', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, processMs: 5 })
  const { practice } = store
  practice.setReceiver(store.host.webhookUrl)
  let tap = 0
  const states = async () => {
    const board = await store.call('stock.board', {})
    return board.ok ? board.value.states : []
  }
  await expect.poll(async () => (await states()).length).toBeGreaterThan(0)

  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const last = new Map<string, StockAct>()
      for (const step of sequence) {
        if ('act' in step) {
          last.set(step.id, step.act)
          const tapId = `tap-${String(++tap)}`
          await store.call('stock.set', {
            tapId,
            keys: [`product:${step.id}`],
            act: step.act,
          })
        } else if ('pass' in step) await clock.advance(step.pass)
        else {
          practice.behave()
          const path = 'updateStock'
          if (step.trouble === 'status') practice.misbehave({ path, kind: 'status', status: 503 })
          else if (step.trouble !== 'none')
            practice.misbehave({ path, kind: step.trouble as 'drop-after-effect' })
        }
      }
      practice.behave()
      const settled = async (): Promise<string[]> => {
        await clock.advance(1_000)
        const mine = (await states()).filter(({ key }) => last.has(key.slice('product:'.length)))
        // Decide as a person would: retry what is undecided.
        for (const state of mine)
          if (stockStateOf(state) === 'undecided') await decide(store, [state.key], 'retry')
        return mine
          .filter((state) => stockStateOf(state) !== 'confirmed')
          .map((state) => `${state.key} ${String(stockStateOf(state))}`)
      }
      await expect.poll(settled, { interval: 5 }).toEqual([])
      const stock = new Map(practice.stock().map((each) => [each.productExternalId, each.stock]))
      for (const [id, act] of last)
        expect([id, stock.get(id) ?? null]).toEqual([id, stockAfter(act)])
    }),
    { numRuns: tries(40, 500), seed: 86 },
  )
})
