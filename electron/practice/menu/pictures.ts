import { Hono } from 'hono'
import pictureFile from '../../../resources/practice/pictures.json' with { type: 'json' }

/** The pictures of the menu by the category that they are of, as base64 of a PNG. */
const pictures = new Map(Object.entries(pictureFile))

/** Where the picture of a product is, by its first category (`cat-…`); none for categories without one. */
export function pictureAddresses(origin: string, categoriesIds: readonly string[]): string[] {
  const name = (categoriesIds[0] ?? '').replace(/^cat-/, '')
  return pictures.has(name) ? [`${origin}/pictures/${name}.png`] : []
}

/** GET /pictures/<category>.png, beside the interfaces: it asks for no token. */
export function menuPictures(): Hono {
  const app = new Hono()
  app.get('/pictures/:file', (context) => {
    const picture = pictures.get(context.req.param('file').replace(/\.png$/, ''))
    if (picture === undefined) return context.notFound()
    context.header('content-type', 'image/png')
    return context.body(Buffer.from(picture, 'base64'))
  })
  return app
}
