import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConnection } from '../test-support/open-connection.ts'

test('the file for support is saved as the host made it', async () => {
  await page.viewport(1024, 768)
  const bridge = await openConnection()
  bridge.answers['doctor.supportFile'] = 'all that support needs'
  const saved: { name: string; blob: Promise<string> }[] = []
  let file = new Blob()
  const before = { create: URL.createObjectURL, click: HTMLAnchorElement.prototype.click }
  onTestFinished(() => {
    URL.createObjectURL = before.create
    HTMLAnchorElement.prototype.click = before.click
  })
  URL.createObjectURL = (blob: Blob) => {
    file = blob
    return before.create(blob)
  }
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, blob: file.text() })
  }
  await page.getByRole('button', { name: 'Save the file' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]?.name).toBe('kitchen-pass-support.txt')
  expect(await saved[0]?.blob).toBe('all that support needs')
})
