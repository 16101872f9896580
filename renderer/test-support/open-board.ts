import { page } from 'vitest/browser'
import type { App } from 'vue'
import type { StockBoard, StockState } from '#contract/stock/stock.ts'
import { FakeBridge } from './fake-bridge.ts'
import { start } from '../app/start.ts'

let app: App | undefined
let revision = 1

/**
 * Opens the app with a board for component tests: on the board, unless another address is given.
 */
export async function openBoard(
  board: StockBoard,
  hash = '#/stock',
  bridge = new FakeBridge(),
): Promise<FakeBridge> {
  bridge.answers['stock.board'] = board
  bridge.answers['stock.set'] = null
  bridge.answers['deliveries.decide'] = 1
  bridge.answers['stock.answerOpening'] = null
  revision = board.revision
  location.hash = hash
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

/** Call after each test. The next test starts on the wall. */
export function closeBoard(): void {
  app?.unmount()
  location.hash = ''
}

/** Sends changed states, as the host does after a commit; `missed` revisions were lost. */
export function changeStockStates(
  bridge: FakeBridge,
  states: StockState[],
  gone: string[] = [],
  missed = 0,
): void {
  revision += 1 + missed
  bridge.notify({
    type: 'stock.changed',
    revision,
    now: new Date().toISOString(),
    states,
    gone,
  })
}

export const switchOf = (name: string) => page.getByRole('switch', { name, exact: true })
export const buttonOf = (name: string) => page.getByRole('button', { name, exact: true })

/** The names of the rendered items, from top to bottom. */
export const namesShown = (): (string | undefined)[] =>
  [...document.querySelectorAll('.row .name')].map((name) => name.firstChild?.textContent?.trim())

/** The whole text of an item's row; empty if it has none. */
export const rowOf = (name: string): string =>
  [...document.querySelectorAll<HTMLElement>('.row')].find(
    (row) => row.querySelector('.name')?.firstChild?.textContent?.trim() === name,
  )?.innerText ?? ''
