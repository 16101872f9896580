import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { policyOf } from '#host/page/asset.ts'
import { renderState, readState, type ControlDeps, chooseLanguage } from './render-state.ts'
import { messages, type Messages } from './messages/index.ts'
import { controlPage, controlScript, controlStyle } from './page.ts'
import { actions, type Outcome } from './trainer.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Allows the page only its own style and script, and requests to this server. */
const policy = policyOf({
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': 'data:',
  'form-action': "'self'",
})

const typeOf = (kind: string) => ({ 'content-type': `text/${kind}; charset=utf-8` })

const languageOf = (context: Context) =>
  chooseLanguage(context.req.query('lang'), context.req.header('accept-language'))

function sentence(outcome: Outcome, texts: Messages): string {
  if ('refused' in outcome) return texts.refused[outcome.refused]
  return texts.done[outcome.done].replace('{code}', outcome.code ?? '')
}

const guard: MiddlewareHandler = async (context, next) => {
  const host = context.req.header('host') ?? ''
  if (!loopback.includes(host.replace(/:\d+$/, ''))) return context.text('Forbidden', 403)
  const origin = context.req.header('origin')
  const isOwn = origin === undefined || origin === `http://${host}`
  if (context.req.method === 'POST' && !isOwn) return context.text('Forbidden', 403)
  context.header('cache-control', 'no-store')
  context.header('x-content-type-options', 'nosniff')
  context.header('referrer-policy', 'same-origin')
  return next()
}

/**
 * The control page for training, next to the platform's interfaces: GET /, GET /control/state and
 * POST /control/<action>. Only a browser on this machine may use it: a Host other than loopback, or
 * an Origin other than the server's own, is refused with 403.
 */
export function control(deps: ControlDeps): Hono {
  const { trainer } = deps
  const app = new Hono()
  app.use('/', guard)
  app.use('/control/*', guard)

  app.get('/', (context) => {
    context.header('content-security-policy', policy)
    context.header('vary', 'accept-language')
    return context.html(controlPage(readState(deps), languageOf(context)))
  })
  app.get('/control/page.css', (context) => context.body(controlStyle, 200, typeOf('css')))
  app.get('/control/page.js', (context) => context.body(controlScript, 200, typeOf('javascript')))

  app.get('/control/state', async (context) => {
    const state = readState(deps)
    const markup = await renderState(state, messages[languageOf(context)])
    return context.json({ ...state, html: String(markup) })
  })

  app.post('/control/:action', (context) => {
    const action = actions.find((each) => each === context.req.param('action'))
    if (action === undefined) return context.text('Not found', 404)
    const language = languageOf(context)
    const outcome = trainer.perform(action)
    return context.req.header('accept')?.includes('application/json') === true
      ? context.json({ ...outcome, sentence: sentence(outcome, messages[language]) })
      : context.redirect(`/?lang=${language}`, 303)
  })

  return app
}
