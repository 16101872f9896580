import { fillStore } from './fill-store.ts'
import { expect, test } from './store.ts'

test('look', async ({ store }) => {
  const { page } = store
  await fillStore(store)
  const shot = async (name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({ path: `/tmp/h/shots/${name}-${theme}.png` })
    }
  }
  for (const [width, height] of [[1280, 800], [1024, 768], [390, 844]] as const) {
    await page.setViewportSize({ width, height })
    const at = String(width)
    await shot(`${at}-nav`)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'What are you looking for?' })
    await expect(field).toBeFocused()
    await shot(`${at}-empty`)
    await field.fill('an')
    await page.waitForTimeout(1500)
    await shot(`${at}-results`)
    await field.fill('xyzzy')
    await page.waitForTimeout(1500)
    await shot(`${at}-nothing`)
    store.practice.misbehave({ path: '/clients', kind: 'delay', milliseconds: 20_000 })
    await field.fill('ma')
    await page.waitForTimeout(1500)
    await shot(`${at}-loading`)
    store.practice.behave()
    store.practice.misbehave({ path: '/clients', kind: 'status', status: 500 } as never)
    await field.fill('mar')
    await page.waitForTimeout(2500)
    await shot(`${at}-failed`)
    store.practice.behave()
    await page.keyboard.press('Escape')
  }
})
