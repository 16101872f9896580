/** A slower answer counts as none. */
const patienceMs = 15_000

/** An answer of the server, with its body. */
export interface Answer {
  ok: boolean
  status: number
  text: string
}

/** The server's answer to a GET, or to a POST of `body`; null if none came in time. */
export async function ask(
  path: string,
  body?: object,
  waitMs = patienceMs,
): Promise<Answer | null> {
  const post = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  try {
    const answer = await fetch(path, { ...post, signal: AbortSignal.timeout(waitMs) })
    return { ok: answer.ok, status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}

/** What a good answer has in it; null if it isn't one, such as a proxy's own page. */
export function readAnswer<Value>(answer: Answer | null): Value | null {
  try {
    return answer?.ok === true ? (JSON.parse(answer.text) as Value) : null
  } catch {
    return null
  }
}
