import { expect, onTestFinished, test } from 'vitest'
import type { CountDraft, KeptCount, ShiftView } from '#contract/shifts/shifts.ts'
import { nobody, startWeb, callWeb } from '#test/support/web-process.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const shiftId = 'tsft-tonight'

const count = async (ui: string): Promise<KeptCount> =>
  ((await callWeb(ui, 'shifts.show', { shiftId })) as ShiftView).count

test('a count that is killed in the middle of a keystroke goes on where it was', async () => {
  const dataDir = temporaryFolder()
  let typed = ''
  for (const word of ['veinte', ' de', ' mil']) {
    const web = startWeb({ dataDir, connected: nobody })
    onTestFinished(() => void web.end('SIGKILL'))
    const { ui } = await web.ready
    const kept = await count(ui)
    expect(kept.draft.notes).toBe(typed)
    let before: CountDraft = kept.draft
    for (const letter of word) {
      typed += letter
      const after = { ...before, notes: typed }
      await callWeb(ui, 'shifts.keepCount', { shiftId, before, after })
      before = after
    }
    await web.end('SIGKILL')
  }
  const web = startWeb({ dataDir, connected: nobody })
  onTestFinished(() => void web.end('SIGKILL'))
  expect(await count((await web.ready).ui)).toMatchObject({
    revision: typed.length,
    draft: { notes: 'veinte de mil' },
  })
})
