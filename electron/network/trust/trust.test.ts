import { describe, expect, test } from 'vitest'
import { systems, type System } from '#contract/screens/screens.ts'
import { systemOf } from './system.ts'
import { trustPage, trustPolicy, trustScript, trustStyle } from './trust-page.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari'

test.for<[string | undefined, boolean, System | null]>([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', true, 'ipados'],
  ['Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) AppleWebKit/605.1.15', true, 'ipados'],
  [mac, true, 'ipados'],
  [mac, false, 'macos'],
  ['Mozilla/5.0 (Linux; Android 14; SM-T500) AppleWebKit/537.36 Chrome/130', true, 'android'],
  ['Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 Silk/118', true, 'fire-os'],
  ['Mozilla/5.0 (Linux; Android 9; KFMAWI Build/PS7) AppleWebKit/537.36', true, 'fire-os'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130', true, 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130', false, 'linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130', false, 'linux'],
  ['curl/8', false, null],
  [undefined, true, null],
])('%s (touch: %s) is %s', ([userAgent, hasTouch, system]) => {
  expect(systemOf(userAgent, hasTouch)).toBe(system)
})

const asked = {
  acceptLanguage: 'en',
  system: 'windows' as const,
  words: 'mano tipu',
  secureOrigin: 'https://192.168.1.9:8440',
}

describe('the page', () => {
  test.for([
    ['en', 'Make this device a screen of the kitchen'],
    ['es-CL', 'Haz de este dispositivo una pantalla de la cocina'],
    ['pt-BR', 'Faça deste aparelho uma tela da cozinha'],
  ])('is in the language of the device: %s', ([acceptLanguage = '', title]) => {
    expect(trustPage({ ...asked, acceptLanguage })).toContain(`<h1>${title}</h1>`)
  })

  test.for([...systems, null])('opens the steps of %s, and has those of all', (system) => {
    const page = trustPage({ ...asked, system })
    const open = [...page.matchAll(/data-system="([\w-]+)" open/g)].map(([, each]) => each)
    expect(open).toEqual([system ?? 'android'])
    expect(/data-system="([\w-]+)"/.exec(page)?.[1]).toBe(system ?? 'android')
    for (const each of systems) expect(page).toContain(`data-system="${each}"`)
  })

  test('leads to the encrypted address, and escapes what it is given', () => {
    const page = trustPage({ ...asked, words: '<b>"&' })
    expect(page).toContain('href="https://192.168.1.9:8440/"')
    expect(page).toContain('&lt;b&gt;&quot;&amp;')
    expect(page).not.toContain('<b>')
  })

  test('has no script or style in it, and may only ask the encrypted address', () => {
    const page = trustPage(asked)
    expect(page).not.toMatch(/style=|<style|<script>|onclick/)
    expect(trustPolicy(asked.secureOrigin)).toContain('connect-src https://192.168.1.9:8440;')
    expect(`${trustScript}${trustStyle}`).not.toMatch(/https?:\/\//)
  })
})
