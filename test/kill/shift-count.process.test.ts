import { expect, onTestFinished, test } from 'vitest'
import type { CountDraft, StoredCount, ShiftView } from '#contract/shifts/shifts.ts'
import { nobody, startWeb, callWeb } from '#test/support/web-process.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const shiftId = 'tsft-tonight'

const count = async (ui: string): Promise<StoredCount> =>
  ((await callWeb(ui, 'shifts.show', { shiftId })) as ShiftView).count

test('a count that is killed in the middle of a keystroke goes on where it was', async () => {
  const dataDir = temporaryFolder()
  let typed = ''
  for (const word of ['veinte', ' de', ' mil']) {
    const web = startWeb({ dataDir, connected: nobody })
    onTestFinished(() => void web.end('SIGKILL'))
    const { ui } = await web.ready
    const stored = await count(ui)
    expect(stored.draft.notes).toBe(typed)
    let before: CountDraft = stored.draft
    for (const letter of word) {
      typed += letter
      const after = { ...before, notes: typed }
      await callWeb(ui, 'shifts.saveCount', { shiftId, before, after })
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
