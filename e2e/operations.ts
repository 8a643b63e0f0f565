import { type APIRequestContext, type Cookie, expect, type Page, request as requests } from '@playwright/test'
import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { operations } from '#contract/operations/index.ts'
import { demo } from './people.ts'

/** The back office's accounts of the demonstration; `operator` and `director` are owners. */
type OperatorName = 'operator' | 'director' | 'support' | 'finance' | 'content' | 'network'

/** Calls an operation with the session of the operator who is logged in there. Its answer must be a success. */
async function send<Name extends OperationName>(
  request: APIRequestContext,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationOutput<Name>> {
  const response = await request.post(`/api/operations${operations[name].path}`, {
    data: input as object,
    headers: { authorization: 'operations-web 1201' },
  })
  const answer = (await response.json()) as { code: number; msg: string; data: OperationOutput<Name> }
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}

/** Calls an operation with the session of this page. */
export const operate = <Name extends OperationName>(page: Page, name: Name, input: OperationInput<Name>) =>
  send(page.request, name, input)

const offices = new Map<OperatorName, Promise<APIRequestContext>>()

/** Calls an operation as a colleague at another computer, who needs no page, to prepare a test. */
export async function operateAs<Name extends OperationName>(
  who: OperatorName,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationOutput<Name>> {
  const office = offices.get(who) ?? openOffice(who)
  offices.set(who, office)
  return send(await office, name, input)
}

/** Decides about a phone's waiting verification, as support does. */
export async function decide(
  phone: string,
  decision: Omit<OperationInput<'reviewVerification'>, 'verification_id'>,
): Promise<void> {
  const { list } = await operateAs('support', 'getVerificationList', { keyword: phone, state: 'under_review' })
  const [{ verification_id } = { verification_id: '' }] = list
  await operateAs('support', 'reviewVerification', { verification_id, ...decision })
}

async function openOffice(who: OperatorName): Promise<APIRequestContext> {
  const office = await requests.newContext({ baseURL: `http://127.0.0.1:${process.env.E2E_PORT}` })
  await send(office, 'logIn', { name: who, password: demo.password })
  return office
}

const cookies = new Map<OperatorName, Cookie[]>()
/**
 * Logs the page's browser in by a call. Each worker does so once for each operator, because checking a password takes a tenth of a
 * second of both cores. A test that ends its session requests a separate one.
 */
export async function logInAs(page: Page, name: OperatorName, { ownSession = false } = {}): Promise<void> {
  const context = page.context()
  // A login would end the session that the browser has.
  await context.clearCookies()
  const kept = cookies.get(name)
  if (kept && !ownSession) return context.addCookies(kept)
  await operate(page, 'logIn', { name, password: demo.password })
  if (!ownSession) cookies.set(name, await context.cookies())
}

/** Opens a page of the back office as an operator, who is logged in first. */
export async function openAs(page: Page, name: OperatorName, path: string, options = {}): Promise<void> {
  await logInAs(page, name, options)
  await page.goto(path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
}
