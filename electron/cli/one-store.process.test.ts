import { expect, onTestFinished, test } from 'vitest'
import { startPractice } from '#practice/platform.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, startWeb, type WebProcess } from '#test/support/web-process.ts'

const place = /says so at (http:\S+)/

test('two data folders with one store: the second says that another one runs, asks and sends nothing, and takes over', async () => {
  const practice = await startPractice({ clients: 100 })
  onTestFinished(() => practice.close())
  function begin(): WebProcess {
    const web = startWeb({ dataDir: temporaryFolder(), connected: practice })
    onTestFinished(async () => void (await web.end('SIGKILL')))
    return web
  }
  const first = begin()
  const { ui } = await first.ready
  const second = begin()
  await expect.poll(() => second.output()).toMatch(place)
  const page = async (language: string): Promise<string> => {
    const headers = { accept: 'text/html', 'accept-language': language }
    const answer = await fetch(place.exec(second.output())?.[1] ?? '', {
      headers,
      redirect: 'manual',
    })
    return answer.status === 303 ? 'open' : answer.text()
  }
  expect(second.output()).toContain('Another Kitchen Pass on this computer runs this store')
  expect(await page('en')).toContain('close it there and this one will open')
  expect(await page('es')).toContain('ciérralo allí y este se abrirá')
  expect(await page('pt')).toContain('feche-o lá e este vai abrir')
  // It has no listener for events, so it has nothing to print either.
  expect(second.output()).not.toContain('"webhook"')
  expect(await callWeb(ui, 'status.get', {})).toMatchObject({ mode: 'store' })

  await first.end('SIGKILL')
  expect(await page('en')).toBe('open')
  expect(await callWeb((await second.ready).ui, 'status.get', {})).toMatchObject({ mode: 'store' })
})
