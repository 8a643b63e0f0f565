import { expect, type Page } from '@playwright/test'
import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { operations } from '#contract/operations/index.ts'
import { demo } from './people.ts'

/** The back office's accounts of the demonstration; `operator` is the owner. */
type OperatorName = 'operator' | 'support' | 'finance' | 'content' | 'network'

/** An operation with the session of this page; its answer must be a success. */
export async function operate<Name extends OperationName>(
  page: Page,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationOutput<Name>> {
  const response = await page.request.post(`/api/operations${operations[name].path}`, {
    data: input as object,
    headers: { authorization: 'operations-web 1201' },
  })
  const answer = (await response.json()) as { code: number; msg: string; data: OperationOutput<Name> }
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}

/** Logs the page's browser in by a call; the cookie is the context's. */
export const logInAs = (page: Page, name: OperatorName) => operate(page, 'logIn', { name, password: demo.password })

/** Opens a page of the back office as an operator, who is logged in by a call first. */
export async function openAs(page: Page, name: OperatorName, path: string): Promise<void> {
  await logInAs(page, name)
  await page.goto(path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
}
