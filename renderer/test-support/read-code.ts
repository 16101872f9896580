import jsQR from 'jsqr'
import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** The text of the drawn QR code with a name, as a phone reads it; null if it can't. */
export async function readCode(name: string): Promise<string | null> {
  const code = page.getByRole('img', { name })
  await expect.element(code).toBeVisible()
  const drawn = code.element()
  const side = 400
  const image = new Image(side, side)
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`
  await image.decode()
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0, side, side)
  const { data, width, height } = context.getImageData(0, 0, side, side)
  return jsQR(data, width, height)?.data ?? null
}
