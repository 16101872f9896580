import { expect, test } from 'vitest'
import { lost, openGoBetween, refused } from './go-between.ts'
import { createHold } from './hold.ts'

test('what is held goes in any order, with an answer or a failure', async () => {
  const { arrive, arrived, next } = createHold<string, number>()
  const early = next()
  const calls = ['a', 'b', 'c'].map((each) => arrive(each))
  const [a, b, c] = [await early, await next(), await next()]
  expect([a, b, c].map(({ input }) => input)).toEqual(['a', 'b', 'c'])
  await c.answer(3)
  const failure = expect(calls[0]).rejects.toThrow('no')
  await a.fail(new Error('no'))
  expect(await Promise.race(calls.slice(1))).toBe(3)
  await failure
  await b.answer(2)
  expect(await calls[1]).toBe(2)
  expect(arrived).toEqual([a, b, c])
})

test('all that wait go together, each once', async () => {
  const { arrive, arrived, answerAll } = createHold<undefined, string>()
  const calls = [arrive(), arrive()]
  await arrived[0]?.answer('first')
  await answerAll('the rest')
  expect(await Promise.all(calls)).toEqual(['first', 'the rest'])
})

test('whoever waited has gone on once the answer is given', async () => {
  const { arrive, answerAll } = createHold()
  let isFurther = false
  const caller = async () => {
    await arrive()
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    isFurther = true
  }
  void caller()
  await answerAll()
  expect(isFurther).toBe(true)
})

test('a request is held before the platform gets it, or before its answer arrives', async () => {
  const { practice, connection, hold } = await openGoBetween()
  const { _id: id } = await practice.placeOrder({ deliveryType: 'go' }, { wait: false })
  const authorization = `Bearer ${connection.token}`
  const path = `/ecommerce/orders/${id}/preparation-ready`
  const markReady = () =>
    fetch(`${connection.v3Url}${path}`, { method: 'POST', headers: { authorization } })
  const fits = (asked: string) => asked === path
  const before = hold({ fits, max: 1 })
  const after = hold({ fits, when: 'after' })
  const first = markReady()
  const request = await before.next()
  expect(practice.traffic('/ecommerce/orders').requests).toBe(0)
  await request.answer(refused)
  expect((await first).status).toBe(400)
  const second = markReady()
  const answer = await after.next()
  expect(practice.effects()).toHaveLength(1)
  const loss = expect(second).rejects.toThrow('fetch failed')
  await answer.answer(lost)
  await loss
  expect(before.times()).toBe(2)
})
