import { firstOperations } from '#contract/first-view.ts'
import { expect, test } from './store.ts'

test('the page asks for its first view before anything else, once, and for all its files at once', async ({
  shell,
  store,
}) => {
  test.skip(shell !== 'web', 'in the desktop app nothing goes over HTTP')
  const { code } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await expect(store.card(code)).toBeVisible()

  // Leave the old page first, so that none of its requests are counted.
  const address = store.page.url()
  await store.page.goto('about:blank')
  const asked: string[] = []
  const called: unknown[] = []
  store.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.push(pathname)
    if (pathname === '/call') called.push((request.postDataJSON() as { name: unknown }).name)
  })
  const head = await (await store.page.goto(address))?.text()
  await expect(store.card(code)).toBeVisible()
  const [page, ...others] = asked
  expect(page).toBe('/')
  // It needs no code of the app and no earlier request.
  const before = others.slice(0, others.indexOf('/first'))
  expect(before.filter((path) => !path.startsWith('/assets/'))).toEqual([])
  expect(asked.filter((path) => path === '/first')).toHaveLength(1)
  // The page draws its first frame and then, once it is idle, asks for the pace line and for what
  // compares its version. Nothing waits for these.
  const isPaceLine = (path: string): boolean => path.includes('/PaceLine-')
  await expect.poll(() => asked.some(isPaceLine)).toBe(true)
  const firstFrame = asked.slice(0, asked.findIndex(isPaceLine))
  const isVersion = (path: string): boolean => /\/(page-)?version-/.test(path)
  const files = firstFrame.filter((path) => /\.(js|css)$/.test(path) && !isVersion(path))
  // The entry, which comes first, asks for the texts: only it knows the language.
  const isTexts = (path: string): boolean => /\/en-[^/]+\.js$/.test(path)
  expect(files.filter(isTexts)).toHaveLength(1)
  expect(Math.abs(asked.findIndex(isTexts) - asked.indexOf('/first'))).toBe(1)
  for (const path of files.filter((each) => !isTexts(each)))
    expect(head, 'the head of the page names it').toContain(`"./${path.slice(1)}"`)

  // The last request has been sent.
  await expect.poll(() => called).toContain('stock.board')
  for (const name of firstOperations) expect(called).not.toContain(name)
})
