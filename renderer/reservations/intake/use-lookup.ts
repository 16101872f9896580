import { onScopeDispose, shallowRef } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { ofBook, ofClient, rankMatches, type Match } from './matches.ts'

const pause = 200
const fewestLetters = 2

/** The guests whom what is typed may mean: clients of the points program, and who is in the book already. */
export function useLookup() {
  const bridge = useBridge()
  const matches = shallowRef<readonly Match[]>([])
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(words: string): Promise<void> {
    const nth = ++asked
    let known: readonly Match[] = []
    let clients: readonly Match[] = []
    const show = () => {
      if (nth === asked) matches.value = rankMatches(words, known, clients)
    }
    // Either may have no answer: the intake goes on without. The book is here, the platform may be far.
    await Promise.all([
      bridge.call('reservations.find', { words }).then((answer) => {
        known = answer.ok ? answer.value.map(ofBook) : []
        show()
      }),
      bridge.call('guests.list', { words, page: 1 }).then((answer) => {
        clients = answer.ok ? answer.value.guests.map(ofClient) : []
        show()
      }),
    ])
  }

  function forget(): void {
    asked++
    clearTimeout(timer)
    matches.value = []
  }

  function look(typed: string): void {
    clearTimeout(timer)
    const words = typed.trim().slice(0, 80)
    if (words.length < fewestLetters) forget()
    else timer = setTimeout(() => void ask(words), pause)
  }

  onScopeDispose(forget)
  return { matches, look, forget }
}
