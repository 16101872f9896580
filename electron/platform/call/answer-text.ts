/** The text of an answer as it was decoded; null where it is longer than it may be, and nothing more of it is read. */
export async function answerText(
  body: ReadableStream<Uint8Array> | null | undefined,
  mostBytes: number,
): Promise<string | null> {
  if (body === null || body === undefined) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new TextDecoder().decode(Buffer.concat(chunks))
    bytes += value.byteLength
    if (bytes > mostBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}
