import { expect, test } from './store.ts'
import { rushOrders } from './wall-rush.ts'
test('look', async ({ store }) => {
  test.setTimeout(240_000)
  const { page, practice } = store
  const orders = rushOrders(
    60,
    { storeId: practice.storeId, now: Date.now() },
    { cancelled: [1, 7], changed: [4] },
  )
  for (const { bodies } of orders) for (const body of bodies) await store.post(body)
  const shot = async (name: string) => {
    await page.waitForTimeout(2600)
    await page.screenshot({ path: `/tmp/look/${name}.png` })
  }
  await shot('normal')
  const cdp = await page.context().newCDPSession(page)
  await cdp
    .send('Page.setFontSizes' as never, { fontSizes: { standard: 32, fixed: 26 } } as never)
    .catch((e) => console.log(String(e)))
  await page.reload()
  await shot('text200')
  await cdp
    .send('Page.setFontSizes' as never, { fontSizes: { standard: 16, fixed: 13 } } as never)
    .catch((e) => console.log(String(e)))
  const prefs = async (some: object) => {
    await page.evaluate((some) => {
      const k = 'kitchen-pass.preferences'
      localStorage.setItem(
        k,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(k) ?? '{}'), ...some }),
      )
    }, some)
    await page.reload()
  }
  await prefs({ wallSize: 'XXL', wallColumns: null })
  await shot('xxl')
  await prefs({ wallSize: 'S' })
  await shot('s')
  await prefs({ wallSize: 'M', wallColumns: 10 })
  await shot('ten')
  await prefs({
    wallSize: 'M',
    wallColumns: null,
    wallHeader: false,
    navigation: 'corner',
    cardNumbers: true,
  })
  await shot('bare')
  await prefs({ wallSize: 'L', showAllDay: true, wallHeader: true, language: 'es', theme: 'dark' })
  await shot('allday')
})
