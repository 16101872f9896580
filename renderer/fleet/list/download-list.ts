import { saveText } from '../../ui/save-text.ts'

const patienceMs = 30_000

/** Saves the table of a filter that is too long for an address. Answers false if that failed. */
export async function downloadList(query: URLSearchParams): Promise<boolean> {
  try {
    const answer = await fetch('stores.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: query.toString() }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) return false
    saveText('stores.csv', await answer.text(), 'text/csv')
    return true
  } catch {
    return false
  }
}
