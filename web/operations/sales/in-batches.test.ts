import { expect, test } from 'vitest'
import { type Answered, refusal } from '#web/data/answers.ts'
import { inBatches } from './in-batches.ts'

const rows = Array.from({ length: 2_300 }, (_, index) => ({
  remark_code: `${10_000_000 + index}`,
  amount: 100,
  reference: `第 ${index} 行`,
}))
const options = { idempotencyKey: 'submission' }
type Answer = Answered<{ requested: number; done: number; refused: [] }>
const answered = (requested: number): Answer => ({
  code: 200,
  msg: '',
  ok: true,
  data: { requested, done: 1, refused: [] },
})

test('a long statement is sent in several calls, whose outcomes add up', async () => {
  const sent: [number, string | undefined][] = []
  const answer = await inBatches(rows, options, async (batch, { idempotencyKey }) => {
    sent.push([batch.length, idempotencyKey])
    return answered(batch.length - 1)
  })
  expect(sent).toEqual([
    [1_000, 'submission-0'],
    [1_000, 'submission-1000'],
    [300, 'submission-2000'],
  ])
  expect(answer).toMatchObject({ ok: true, data: { requested: 2_297, done: 3, recorded: 0, refused: [] } })
})

test('no row of a long statement is sent alone, whose refusal would hide what the others did', async () => {
  const sent: number[] = []
  await inBatches(rows.slice(0, 1_001), options, async batch => {
    sent.push(batch.length)
    return answered(batch.length)
  })
  expect(sent).toEqual([999, 2])
})

test('a call of which no row could be done does not hide what the others did', async () => {
  const none = refusal(-53020, '没有一笔能提交')
  const sending = (answers: Answer[]) => inBatches(rows, options, async () => answers.shift() ?? expect.unreachable())
  const some = await sending([none, answered(999), none])
  expect(some).toMatchObject({ ok: true, data: { requested: 999, done: 1 } })
  expect(some.ok && some.data.refused).toHaveLength(1_300)
  expect(await sending([none, none, none])).toEqual(none)
  // Any other refusal ends it: a retry sends the same keys and continues.
  const proof = refusal(-41022, '请再次输入密码')
  expect(await sending([answered(999), proof])).toEqual(proof)
})
