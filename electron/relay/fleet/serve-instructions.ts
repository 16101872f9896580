import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { FleetInstruction, InstructionAgain } from '#contract/relay/fleet-instruction.ts'
import { readInstructionDraft } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { answerSending, withBody, BodyRoom } from '#host/feeds/body.ts'
import type { Instructions } from './instructions.ts'
import { isJson, noStore, parseJson, type Env } from './request.ts'

/** 5,000 stores with long ids. */
const maxDraft = 512 * 1_024

const againSchema = z.strictObject({ id: z.string().min(1).max(100) })

function readAgain(json: unknown): Result<InstructionAgain> {
  const read = againSchema.safeParse(json)
  return read.success ? ok(read.data) : fail('bad-input', 'id')
}

/** The answer for what was sent, or why it wasn't. */
function answer(
  context: Context<Env>,
  result: Result<FleetInstruction>,
  status: 200 | 201,
): Response {
  if (result.ok) return context.json(result.value, status, noStore)
  const { code, detail = '' } = result.error
  if (code === 'bad-input')
    return context.text(`${detail === '' ? 'this' : detail} can’t be used`, 400)
  if (code === 'not-found') return context.text('no such instruction', 404)
  return context.text('NATS can’t be reached', 503)
}

/** JSON of `FleetInstructions`, in turns: 200 instructions to 5,000 stores are 76 MB. */
async function listText(
  canSend: boolean,
  instructions: readonly FleetInstruction[],
): Promise<string> {
  const parts: string[] = []
  for (const instruction of instructions) {
    parts.push(JSON.stringify(instruction))
    await nextTurn()
  }
  return `{"canSend":${String(canSend)},"instructions":[${parts.join(',')}]}`
}

type BodyBudget = BodyRoom

/** Answers with what `use` makes of the body. */
async function withJson(
  { env: { incoming, outgoing } }: Context<Env>,
  room: BodyBudget,
  use: (json: unknown) => Promise<Response>,
): Promise<Response> {
  return withBody(incoming, { max: maxDraft, room }, async (body) => {
    if (typeof body !== 'string') return use(parseJson(body.toString('utf8')))
    if (body === 'too-large') await answerSending(outgoing, 413, 'too large')
    else await answerSending(outgoing, 503, 'too many at once')
    return RESPONSE_ALREADY_SENT
  })
}

/** Only an admin sends, and only a server with a key. */
const mayOnlySend =
  (instructions: Instructions): MiddlewareHandler<Env> =>
  async (context, next) => {
    if (context.get('user').role !== 'admin') return context.text('only an admin', 403)
    if (!isJson(context.env.incoming)) return context.text('only JSON', 415)
    if (!instructions.canSign) return context.text('no signing key', 503)
    return next()
  }

/** The instructions to the stores, for people who logged in. */
export function serveInstructions(
  app: Hono<Env>,
  { instructions }: { instructions: Instructions },
): void {
  const room = new BodyRoom(8 * maxDraft)
  const mustSend = mayOnlySend(instructions)

  app.get('/instructions', async (context) => {
    const all = instructions.all()
    if (all === null) return context.text('not ready', 503, noStore)
    const canSend = context.get('user').role === 'admin' && instructions.canSign
    // A page asks every few seconds, and the list is long.
    const etag = `"${instructions.tag}-${String(canSend)}"`
    const headers = { 'cache-control': 'private, no-cache', etag }
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
    return context.body(await listText(canSend, all), 200, {
      ...headers,
      'content-type': 'application/json',
    })
  })
  app.post('/instructions', mustSend, (context) =>
    withJson(context, room, async (json) => {
      const draft = readInstructionDraft(json)
      return answer(
        context,
        draft.ok ? await instructions.send(context.get('user'), draft.value) : draft,
        201,
      )
    }),
  )
  app.post('/instructions/again', mustSend, (context) =>
    withJson(context, room, async (json) => {
      const again = readAgain(json)
      return answer(context, again.ok ? await instructions.sendAgain(again.value.id) : again, 200)
    }),
  )
}
