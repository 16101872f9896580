/**
 * Properties of a picture that don't depend on the computer that drew it: the lightness of most of
 * it (0 to 1), and the share of everything else.
 */
export interface Pixels {
  ground: number
  drawn: number
}

/** How often each color, as a number, is in a picture. */
export async function countColors(base64: string): Promise<Map<number, number>> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return counts
}

export async function lookAt(base64: string): Promise<Pixels> {
  const counts = await countColors(base64)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [colour, count] = [...counts].reduce((max, one) => (one[1] > max[1] ? one : max))
  const light = (colour >> 16) + ((colour >> 8) & 255) + (colour & 255)
  return { ground: light / 765, drawn: 1 - count / all }
}
