import packageFile from '../../package.json' with { type: 'json' }
import { expect, test } from './store.ts'

const { version } = packageFile

test('a page of another version than its host loads again, once', async ({
  shell,
  store: { page },
}) => {
  test.skip(shell !== 'web', 'the desktop app has its own page')
  // The page as an older host served it.
  await page.route('**/assets/**/*.js', async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    await route.fulfill({ response, body: code.replaceAll(version, '0.0.1') })
  })
  const seen: string[] = []
  page.on('load', () => seen.push('loaded'))
  page.on('pageerror', ({ message }) => seen.push(message))
  await page.reload()
  const outcome = `this page has version 0.0.1, its host ${version}`
  await expect.poll(() => seen).toEqual(['loaded', 'loaded', outcome])
})
