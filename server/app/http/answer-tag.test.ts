import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { answerTag, unchangedCode } from '#contract/rules.ts'
import { cookieName } from '#server/app/http/cookies.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make } = portal
const a = await make.company({ managers: 1, employees: 3 })
const b = await make.company({ employees: 3 })
const sids = {
  owner: await make.session(a.owner.account),
  colleague: await make.session(a.managers[0]?.account ?? a.owner.account),
  stranger: await make.session(b.owner.account),
}

interface Tagged {
  code: number
  data: unknown
  tag?: string
}

/** Sends a request as a page that holds the answer with that tag, or without a tag as any other client. */
async function ask(path: string, input: object, tag?: string, cookie?: string): Promise<Tagged> {
  const { body } = await portal.post(path, input, {
    headers: {
      ...(tag !== undefined && { [answerTag]: tag }),
      ...(cookie && { authorization: 'operations-web 1201', cookie }),
    },
  })
  return JSON.parse(body) as Tagged
}

/** Returns the calls that answer an empty input, with their answers. */
async function answered(
  calls: Record<string, Pick<Call, 'path' | 'effect' | 'multipart'> & { access: unknown }>,
  prefix = '',
  cookie = '',
) {
  const found: { path: string; effect: string; access: unknown; answer: Tagged; sid: { sid?: string } }[] = []
  for (const { path, effect, access, multipart } of Object.values(calls)) {
    if (multipart || effect === 'change') continue
    const sid = cookie ? {} : { sid: sids.owner }
    const answer = await ask(prefix + path, sid, '-', cookie)
    if (answer.code === 200) found.push({ path: prefix + path, effect, access, answer, sid })
  }
  return found
}

/** Expects the "unchanged" answer exactly if the answer is the same as before. */
async function expectTold({ path, effect, answer, sid }: Awaited<ReturnType<typeof answered>>[number], cookie = '') {
  if (effect !== 'read') return expect(answer, path).not.toHaveProperty('tag')
  const again = await ask(path, sid, answer.tag, cookie)
  if (again.code === unchangedCode) expect(again, path).toEqual({ code: unchangedCode, msg: '', data: null })
  else expect(again.data, path).not.toEqual(answer.data)
  const plain = await ask(path, sid, undefined, cookie)
  expect(Object.keys(plain), path).toEqual(['code', 'msg', 'data'])
  expect(plain.code, path).toBe(200)
}

test('every read call answers “unchanged” to the holder of the response, and to nobody else', async () => {
  const found = await answered(contract)
  expect(found.length).toBeGreaterThan(60)
  let checked = 0
  for (const each of found) {
    await expectTold(each)
    if (each.effect !== 'read' || each.access === 'public') continue
    checked += 1
    for (const sid of [sids.colleague, sids.stranger])
      expect((await ask(each.path, { sid }, each.answer.tag)).code, each.path).not.toBe(unchangedCode)
  }
  expect(checked).toBeGreaterThan(50)
}, 120_000)

test('back-office read calls also answer “unchanged” to the holder of the response', async () => {
  const cookieOf = ({ token }: { token: string }) => `${cookieName(portal.config, 'operator')}=${token}`
  const cookie = cookieOf(await make.operator())
  const other = cookieOf(await make.operator())
  const found = await answered(operations, '/operations', cookie)
  expect(found.length).toBeGreaterThan(20)
  for (const each of found) {
    await expectTold(each, cookie)
    if (each.effect !== 'read') continue
    expect((await ask(each.path, {}, each.answer.tag, other)).code, each.path).not.toBe(unchangedCode)
  }
}, 120_000)

test('a tag is valid for one input only, and until the content changes', async () => {
  const { path } = contract.getCompanyUserList
  const first = await ask(path, { sid: sids.owner, page_size: 20 }, '-')
  expect((await ask(path, { sid: sids.owner, page_size: 20 }, first.tag)).code).toBe(unchangedCode)
  // The answer lists the same people, but the input differs.
  const wider = await ask(path, { sid: sids.owner, page_size: 50 }, first.tag)
  expect(wider.data).toEqual(first.data)
  await make.employee(a.id)
  const after = await ask(path, { sid: sids.owner, page_size: 20 }, first.tag)
  expect(after).toMatchObject({ code: 200, data: { total: 6 } })
})
